# Errors, in one sentence that names the thing and the remedy. It may follow a name, so it begins with a small letter.

error-in-file = { $file }: { $message }
error-in-line = { $file }:{ $line }: { $message }
error-joined = { $first }; { $next }
error-no-adapter = no graphics adapter was found: install a Vulkan driver for your GPU, or the software renderer Mesa lavapipe (Debian, Ubuntu: apt install mesa-vulkan-drivers libvulkan1)
error-no-such-adapter = no adapter matches `{ $wanted }`: choose by index, or by a part of the name, from { $adapters }
error-no-surface = no graphics adapter can present to this display (found: { $adapters }): install the display's own driver, or render without a window with `starshell render`
error-no-colors = no graphics adapter has a format for the colours of this display (found: { $adapters }), as on a screen of 16 bits: set it to a depth of 24 bits (Xvfb: `-screen 0 1280x720x24`), or render without a window with `starshell render`
error-no-device = the adapter { $adapter } could not be opened ({ $reason }); update its driver or choose another with --adapter
    .window = the adapter { $adapter } could not be opened ({ $reason }); update its driver or choose another in the settings
error-too-large = { $what } would take { $bytes } bytes, but { $adapter } allows at most { $limit }; use fewer bodies or elements, or a smaller picture
error-out-of-memory = { $adapter } is out of memory ({ $what }); use fewer bodies or elements, or a smaller picture, or close other programs
error-lost = the connection to the GPU was lost ({ $cause }); if the driver's watchdog reset it, use fewer bodies or fewer steps per frame
error-driver = the GPU driver reported an error: { $cause }
error-unwritable = { $path } cannot be written ({ $cause })
error-read-only = { $path } is read-only: make it writable, or choose another name
error-owned = { $path } is being written by another run: wait until that ends, or choose another name
error-foreign = { $path } is already there, and Starshell did not write it: move it away, or choose another name
error-picture-on-adapter = a picture of { $width }x{ $height } pixels is not possible: each side must be from 1 to { $limit } on { $adapter }
error-picture-size = a picture of { $width }x{ $height } pixels is not possible: each side must be from 1 to 16384
error-samples = { $samples } samples along each side of a pixel are not possible: 1 to 4 are
error-no-place = { $error }: choose another place, or free some space
error-picture-memory = the pictures need about { $mebibytes } MiB of memory at once, more than is free: use fewer or smaller pictures
error-body-table = { $file } does not end in .csv, .npy, or for a file per moment in .hdf5, .tipsy, .ply or .npz: give --table a name that does
error-encoder = the video cannot be encoded ({ $cause })
error-cut-frames = { $frames ->
    [one] the first frame is in { $path }, which can be played
   *[other] the first { $frames } frames are in { $path }, which can be played
}
error-cut = what was finished by then is in { $path }
error-run-unreadable = the saved run { $file } cannot be read ({ $cause }): check the path
error-run-foreign = { $file } is not a saved run: give a file that Starshell has saved, which ends in .{ $ending }
error-run-newer = { $file } was saved by a newer Starshell, in format { $version }, and this one reads up to { $most }: update Starshell
error-run-cut = { $file } is incomplete, its end is missing: copy it again, or save the run again
error-run-damaged = { $file } is damaged (its section { $section } does not match its checksum): use another copy of it
error-run-invalid = { $file } is not a valid saved run ({ $message }): use another copy of it
error-scene-unreadable = { $file } cannot be read ({ $cause }): check the path
error-scene-foreign = { $file } { $kind }
foreign-empty = is empty: give a scene file
foreign-run = is a saved run, not a scene: open it in the window or give it to `starshell render`, under a name that ends in .starshell
    .window = is a saved run under the name of a scene: give it a name that ends in .starshell, and open it again
foreign-picture = is a picture or video, not a scene file: if Starshell made it, `starshell render --again FILE` makes it again, and `starshell render FILE` shows its scene, by a name that ends in .png, .apng, .exr, .mp4 or .gif
    .window = is a picture or video under the name of a scene: give it its own ending, such as .png or .mp4, and open it again
foreign-compressed = is compressed: unpack it first
foreign-utf16 = is text in UTF-16: save it as UTF-8
foreign-binary = is no text: give a scene file, which is text in TOML
foreign-text = is text in another encoding, such as Latin-1: save it as UTF-8
error-no-report = { $path } is not a report of `starshell lab --json` ({ $cause }): choose another file, or write it again
error-too-many-for-cpu = { $count } bodies are too many to sum over all pairs on a CPU: use fewer bodies, up to { $most }, or the kernel `tree`
error-too-many-for-tree = { $count } bodies are too many for a tree on a CPU: use fewer bodies, up to { $most }
error-no-elements = the count is 0: give a count of 1 or more
error-count-zero = count is 0, but a scene needs at least 1 body: set count to 1 or more
error-count-too-many = count is { $count }, but at most { $most } bodies are possible: set count to that or less
error-count-fixed = count is { $count }, but the initial state `{ $kind }` has exactly { $fixed } bodies: set count to { $fixed } or leave it out
error-no-such-name = there is no { $what } named `{ $name }`; did you mean `{ $nearest }`? Choose from: { $all }
error-empty-name = the name is empty ({ $what }). Choose from: { $all }
error-kernel-unsupported = the kernel { $kernel } cannot run on { $adapter }: { $missing }; use { $remedy }
error-shader-layout = { $path }: elements take { $bytes } bytes on the host, but { $stride } in a WGSL array (size { $size } rounded up to the alignment): pad the host's type, or declare `Element` without padding
error-shader-number = { $path }: `Element` is not a number of 32 bits (u32, i32, f32): leave out `Monoid::number`
error-shader-constant = the kernel { $kernel } has no `const { $name }: u32`
error-shader-entry = the kernel { $kernel } has no entry point of its name
error-shader-no-binding = the kernel { $kernel } has no binding `{ $name }`; it has { $bindings }
error-shader-missing-binding = the binding `{ $name }` of the kernel { $kernel } was left out; it needs { $bindings }
error-shader-refused = the driver does not accept the shader { $shader }: { $message }
error-time-step = the time step (dt) is { $value }, but it must be a finite number greater than 0 that single precision can hold
error-softening = the softening is { $value }, but it must be a finite length of 0 or more whose square single precision can hold
error-damping = the damping is { $value }, but it must be a factor from 0 to 1 (1 means no damping)
error-drag = the drag is { $value }, but it must be a rate per unit of time, 0 or greater
error-drag-adaptive = drag needs fixed steps: leave out drag or adaptive steps
error-adaptive = the accuracy of adaptive steps is { $value }, but it must be a number greater than 0 whose steps single precision can hold, such as 0.3
error-adaptive-softening = adaptive steps need a softening greater than 0: the step follows from it (set softening, leave adaptive out, or take the integrator ias15, which divides its steps without softening)
error-adaptive-integrator = { $integrator } divides its steps as it needs to: leave adaptive out
error-hosted-count = { $integrator } moves up to { $most } bodies, and there are { $count }: choose another integrator, or fewer bodies
error-regions = regions need a tree, the precision f32, fixed steps, an integrator of kicks and drifts, and no external field, but this run has { $what }: change that, or leave out the regions
regions-gravity = the gravity { $method }
regions-integrator = the integrator { $integrator }
regions-precision = the precision { $precision }
regions-adaptive = adaptive steps
regions-external = an external field
error-collision = bodies { $first } and { $second } collide, and points without softening have no motion beyond that: set a softening greater than 0
error-called-off = the step was called off
error-tree-precision = trees and grids sum forces in single precision: choose the precision f32 or f32+, or direct gravity
error-tree-integrator = trees and grids do not work with hermite-4, wisdom-holman and ias15, which need direct sums: choose another integrator, or direct gravity
error-mesh-side = a grid has 16, 32, 64, 128 or 256 nodes per side, not { $side }
error-mesh-law = gravity on a grid is softened by Plummer’s law, but the force law is { $law }: use plummer, a tree or the direct sum
error-mesh-period = a period of { $value } is impossible: give the side of the periodic cube as a finite length above 0
error-tree-opening = { $opening } is out of range for a tree: give an angle or an accuracy from 0 to 1
error-tree-angle = an angle of { $angle }
error-tree-accuracy = an accuracy of { $accuracy }
error-tree-leaf = leaves of { $count } bodies are not possible: give 8 to 64
error-tree-group = groups of { $count } bodies are not possible: give 32 or 64
error-body = body { $number } has a { $what } of { $value }, but it must be { $range }
error-initial-parameter = `{ $key }` of the initial state is { $value }, but it must be { $range }
error-no-bodies = there are no bodies to simulate: the count must be 1 or more
error-external = the integrator { $integrator } does not work with an external force: choose another
error-external-range = { $key } of the external field is { $value }, but it must be { $range }
error-external-frame = the bodies of this run are computed relative to a moving point, but a field acts about the origin of their file: start the run with the field, by its flags or in the scene file
error-external-period = an external field cannot be combined with periodic space: leave one of them out
error-cpu-integrator = { $integrator } does not run on the CPU: use leapfrog-kdk or another integrator made of kicks and drifts
error-no-threads = no threads can be started ({ $cause })
error-no-member = no member of this run can compute its forces: choose others with --members, or leave the flag out
    .window = no member of this run can compute its forces: choose others in the settings, at “Forces by”
error-no-mpi = this program was built without MPI: build it with --features mpi
error-no-mpirun = mpirun cannot be started: install an MPI, such as Open MPI
error-ranks-failed = mpirun ended without a result: { $cause }
notice-member-lost = { $member } no longer computes ({ $cause }): the others go on without it
error-members = `{ $members }` names no members: write auto, gpu, processor, all, or a list such as 0,1 or 0=3,processor=1 (adapters by index, with their shares)
error-path-empty = a path needs at least one key: write [[path.key]] and below it `at`, or leave the path out
error-path-later = `{ $key }` is { $value }, but it must be later than the previous key, at { $last }
error-path-turns = `turns` is for a path that returns: add `loop`, the time when it is back at its first key
error-path-target = `follow` ends here: add `target`, the point that the camera looks at instead
error-path-distance = `follow` is no longer "light": add `distance`, which is now a distance in space
error-range = `{ $key }` is { $value }, but it must be { $range }
error-setting-number = `{ $key }` must be { $range }
error-setting-optional = `{ $key }` must be { $range }, or `{ $none }`
error-setting-switch = `{ $key }` must be on or off
error-setting-choice = `{ $key }` must be one of { $all }
error-color-range = `color_range` is [{ $low }, { $high }], but it needs two numbers above 0, the second larger
error-follow-body = `follow` is body { $index }, but the { $count } bodies are numbered from 0 to { $last }
error-follow-unknown = { $error }, or the number of a body
error-follow-number = bodies are numbered from 0 to { $last }, so { $number } is not a body
error-not-classic = `faithful` is for the classic presets, but the initial state is `{ $kind }`: leave `faithful` out or set it to false
error-scene-unknown = { $error }; or give the path of a scene file that ends in .toml, or of a table of bodies that ends in .csv or .txt
error-scene-no-key = there is no key `{ $key }` here: remove it
error-scene-key-missing = the key `{ $key }` is missing: add it to this table
error-scene-no-toml = this is not valid TOML: “{ $message }”
error-scene-count-missing = the key `count` is missing: add it, with the number of bodies
error-scene-most = `most` is { $most }, but it must be a possible number of bodies, at least { $count }
error-scene-seed = `seed` is { $seed }, but the largest is { $most }
error-scene-trail-length = `trail_length` is a number of frames, from 0 to 256, in older scenes: write `trails` instead, in simulated time
error-scene-initial = `initial` must be a table: write [initial] and below it its `kind`
error-scene-kind = [initial] needs a `kind`, which is one of { $kinds }
error-scene-bodies = `kind`: a scene file cannot hold `bodies` of your own: open their file or a saved run instead of the scene, or choose another kind
error-scene-component = `{ $key }` has { $part }, but components are numbered from 0 to 31
error-scene-color-range = `color_range` is [{ $low }, { $high }], but it needs two numbers above 0 (the scale is logarithmic), the second larger
error-video-size = { $format } does not support { $width }x{ $height } pixels: { $remedy }
error-caption = `{ $found }` is not a placeholder: use {"{"}time{"}"}, {"{"}steps{"}"}, {"{"}scene{"}"}, or plain text
error-gif-rate = GIF holds at most 50 frames per second, not { $rate }: use `--fps 25` or `--fps 50`, or a name that ends in .mp4
error-not-resumable = only pictures, .apng and .mp4 of the built-in encoder can have checkpoints: give --out another name, or leave --checkpoint out
error-begun-other = the checkpoint belongs to another output: resume from the one beside this output
error-begun-changed = { $file } has changed since the checkpoint: delete both to begin again
error-frame-missing = { $file } is missing, although the checkpoint says that it was drawn: put it back, or delete the checkpoint to begin again
error-table-not-resumable = { $file } holds all moments in one file, which another process cannot continue: give a name that ends in .hdf5, .tipsy, .ply or .npz, for a file per moment, or leave --checkpoint out
error-table-no-forces = { $file } has fixed columns: give a name that ends in .hdf5, .ply or .npz for accelerations and potentials, or leave --forces out
error-apng-rate = APNG does not hold { $rate } frames per second: use a whole number
error-no-ffmpeg = the codec { $codec } needs the program ffmpeg ({ $cause }): install it from ffmpeg.org or your system's packages, or use `--codec h264`, which needs none
error-ffmpeg-lacks = the codec { $codec } needs an ffmpeg with { $encoder }, which the one on the PATH lacks: install a full build from ffmpeg.org, or use `--codec h264`
error-no-alpha = { $path } cannot store a transparent sky: use .mov (ProRes, by ffmpeg), .apng, or a folder of pictures
error-eight-bits = { $path } stores 8 bits per channel: leave out --depth and --format, or give a folder of pictures
error-codec-of-file = { $path } cannot hold the codec { $codec }: use a name that ends in .{ $endings }
error-codec-of-ending = a .{ $ending } file does not hold the codec { $codec }: use a name that ends in .{ $endings }
error-video-ending = { $path } does not have the extension of a video: use .mp4, .mov, .mkv or .webm, .gif or .apng for a loop, or none for a folder of pictures
video-h264 = H.264 with 4:2:0 colours
video-this-codec = this codec

# Bodies from files of other programs.

error-import-unreadable = { $file } cannot be read ({ $cause }): check the path
error-import-lines = { $message } ({ $count ->
    [one] line { $lines } is wrong, too
   *[other] { $count } further lines are wrong: { $lines }
})
import-not-text = this is not text in UTF-8: save the file as UTF-8
import-not-utf8 = this seems to be text in { $encoding }: save the file as UTF-8
import-binary = this is a binary file, not text: give a table of bodies
import-packed = this is a { $kind } archive: unpack it first
import-other-kind = this is a { $kind } file, not a table in text: export its bodies as text first
import-empty = there are no bodies: write a line of numbers for each
import-too-many = there are { $count } bodies, but at most { $most } are possible: leave some out
import-column-twice = the header names the column `{ $column }` twice: rename one of them
import-columns-missing = these columns are missing: `{ $missing }`; name all of `{ $all }` in a header, or by --columns
    .window = these columns are missing: `{ $missing }`; name all of `{ $all }` in a header
import-not-header = the first line, `{ $names }`, is neither a line of numbers nor a header that names the columns: { $why }
import-no-header = the number of columns is { $count }, and there is no header: name them in a first line, among them `{ $all }`
import-units-mixed = the units in the header must be there for all seven columns or for none, the same for x, y and z, and the same for vx, vy and vz, and those of a comment must not contradict them
import-units = the units `{ $units }` are not known: give those of length, speed and mass, such as `pc km/s Msun` (`Mpc` is a megaparsec, `mpc` a milliparsec)
import-fields = the number of fields is { $count } in place of { $wanted }: complete the line, or put # before it to leave it out
import-not-number = `{ $field }` in the column { $column } is not a number: correct it, or put # before the line to leave it out
import-not-finite = `{ $field }` in the column { $column } is not a finite number: correct it, or put # before the line to leave it out
import-too-small = `{ $field }` in the column { $column } is smaller than double precision holds: write 0, or use other units
import-ambiguous = the sign in `{ $field }` in the column { $column } may stand before decimals or between thousands: write all numbers with a decimal point and nothing between thousands
import-negative = the mass is { $field }, but it must be 0 or greater: correct it, or put # before the line to leave it out
import-no-moment = there is no moment { $number }, since the number of moments is { $count }: give one from 1 to { $count }, or `last`
import-no-series = there is no sign of a series of moments: leave out --at, or name the column of times `t` in a header, or by --columns
import-doubt-time = the column `{ $column }` has { $count } different times or steps, so that this seems to be a series of moments
import-doubt-identity = the column `{ $column }` has the same bodies up to { $count } times, so that this seems to be a series of moments
import-doubt-blocks = the lines come in { $count } blocks of { $bodies }, so that this seems to be a series of moments
import-doubt-place = a body comes again at the same place in every { $count }th part of the lines, so that this seems to be a series of { $count } moments of { $bodies } bodies
import-doubt-no-header = the number of columns is { $count }, and there is no header, so that only a guess is possible: { $guess }
import-doubt-names = there is no header that can be read, but a comment from line { $line } on seems to name columns
import-doubt-negative = the last of seven columns without a header, usually the mass, has negative numbers
import-doubt-massless = the last of seven columns without a header, usually the mass, is 0 in every line
import-doubt-constant = the first of seven columns without a header, usually x, is the same in every line, as masses and times are
import-doubt-increasing = the first of seven columns without a header, usually x, only increases, as times and numbers of bodies do
import-doubt-kilograms = no units are given, and a mass of { $mass } seems to be in kilograms, as in "m m/s kg" or "km km/s kg", which does not suit G = 1
import-doubt-units = no units are given, and with G = 1 these bodies would not be a bound system, as they would in { $units }
import-doubt-snapshots = the file holds { $count } snapshots
import-doubt-usual = the file does not name its units, and both G = 1 and the format's usual { $units } are possible
import-no-types = a table has no types of bodies: leave out --component
import-none-taken = no body is within that distance of the point: give --within a larger radius or another point
import-short-series = a film needs at least two snapshots: name a folder, a pattern in quotation marks such as 'snap_*.hdf5', or a file with several
import-no-ids = the snapshots have no ids, and { $before } bodies are followed by { $after }: nothing says which is which
import-doubt-comment = the comment in line { $line } seems to name units, `{ $units }`, but not in the way of `# units: pc km/s Msun`
import-doubt-column-units = the column `{ $column }` seems to name units, `{ $units }`, which does not say what the other columns are in
import-remedy-columns = say which column is which in a header, or by --columns, such as --columns m,x,y,z,vx,vy,vz, with - for one to leave out
import-remedy-moment = say which is meant by --at last, --at and its number from 1, or --at all if every line is a body
import-remedy-units = say what the numbers measure by --units "LENGTH SPEED MASS", or --units none for G = 1
error-import-doubt = { $reason }: { $remedy }
import-size = the bodies reach { $size }, but the camera shows { $least } to { $most }: say what the numbers measure, as in `# units: m m/s kg`
import-mass = the mass of all bodies is { $mass }, but single precision suits { $min } to { $max }: say what the numbers measure, as in `# units: m m/s kg`
import-description = { $count ->
    [one] One body
   *[other] { $count } bodies
} from the file { $file }.
import-inaccuracies = Time step, softening, duration and view are chosen by the number, distances and speeds of the bodies, which may not suit what the bodies are: check them by the error of the energy.
own-integrator = integrator { $name } in { $precision }: { $why }
own-integrator-orbits = one body outweighs the others a hundred times, and they move on orbits about it, apart from each other
own-integrator-followed = it follows so few bodies through every encounter, by dividing its steps
own-integrator-resolved = of fourth order, because individual orbits have to be resolved
own-integrator-many = the standard for many bodies
own-softening = softening { $length }: { $why }
own-softening-few = none, because so few bodies are followed one by one; closer encounters than now need shorter steps or the integrator ias15
own-softening-followed = none, because encounters are resolved however close they are
own-softening-light = none, because hardly any of the bodies pull on others
own-softening-double = a hundredth of the radius that holds half of the bodies, because two of them are at the same place
own-softening-neighbors = a quarter of the median distance of neighbours, { $length }
own-softening-orbit = a hundredth of the nearest distance of an orbit about a heavy body, { $length }
own-softening-unresolved = what the time step resolves, because orbits lead nearer to a heavy body
own-softening-place = from the speeds alone, because the bodies are in one place
own-step = time step { $time }: { $why }
own-step-orbit = 1/{ $parts } of the shortest orbital period, { $time }
own-step-crossing = 1/{ $parts } of the time to cross the softening at the typical speed, { $time }
own-step-collapse = 1/{ $parts } of the time in which the system as a whole changes, { $time }, because the bodies are slow and will collapse to { $part } of their size
own-step-pair = 1/{ $parts } of the orbital period of two of the heaviest bodies at the distance of the softening, { $time }
own-step-whole = 1/{ $parts } of the time in which the system as a whole changes, { $time }: √(r³/(G m)) for the radius r that holds half of the bodies
own-step-floor = { $step }; some orbits lead nearer than this resolves, so check the error of the energy

# What a number must be.

range-finite = a finite number
range-finite-single = a finite number in single precision (at most 3.4e38)
range-not-negative = 0 or greater
range-component = at most { $most } in single precision
range-scale = a number greater than 0, from 1e-6 to 1e6
range-positive = a finite number greater than 0, at most { $most }
range-within = a number from { $least } to { $most }
range-up-to = from 0 to { $most }, which is { $value }
range-orbit = a length of the orbit, from its pericenter { $least } to its apocenter { $most }
range-planets = a whole number from 1 to { $most }

# What a kernel or an adapter lacks, and what to use instead.

missing-single-precision = it computes in single precision only
missing-loops = its driver ends loops after { $limit } iterations
missing-loops-and-memory = its driver ends loops after { $limit } iterations, and there is no memory for more partial sums
missing-subgroups = it needs subgroups
missing-subgroups-of-one-size = it needs subgroups of one size
missing-subgroups-of-sizes = it needs subgroups of one size, from { $least } to { $most }
missing-subgroups-and-memory = it needs subgroups of one size (8, 16 or 32 threads), and 16 KiB of memory per workgroup
missing-memory-for-sums = its memory has no room for the sums
missing-atomic-floats = it needs atomic sums of floats
missing-uniform-buffers = it needs larger uniform buffers
missing-features = it has no { $features }
missing-fft-length = it has no lines of { $length } elements
missing-double = it has no double precision (SHADER_F64)
missing-precision = it has no kernel in { $precision }
missing-tree-in-double = a tree sums in single precision
missing-tree-jerks = a tree does not compute rates of change of accelerations
missing-tree-room = a tree of { $count } bodies is too large for its buffers, in which { $most } bodies fit
missing-region-room = a region of { $count } bodies is too large for its buffers, in which { $most } bodies fit
missing-mesh-portions = members cannot share a grid
missing-fast-math = WGSL has no switch for fast math
missing-bodies = there are no bodies
missing-softening = without softening, two bodies in the same place would divide by zero
missing-watchdog-bodies = more than { $most } bodies would keep one thread busy until the driver's watchdog ends it
missing-watchdog-elements = more than { $most } elements would keep one thread busy until the driver's watchdog ends it
missing-dispatch = one dispatch has at most { $most } workgroups of 256 bodies
missing-workgroups = it would need { $groups } workgroups in a row, but the adapter allows { $limit }
missing-threads = it has { $threads } threads
missing-keys = it sorts at most { $most } keys
missing-keys-in-workgroup = its one workgroup holds { $most } keys, and there are { $count }
missing-operator = it scans by sums only, not by { $operator }
missing-wide-keys = it sorts keys of 32 bits only
missing-unrolled = its levels are written out for workgroups of 128 threads
missing-power-of-two = { $threads } is not a power of two from 32 to 1024
missing-workgroup-size = its workgroups have at most { $most } threads
missing-whole-subgroup = { $threads } threads are less than a subgroup
missing-launches = more than { $most } launches take minutes
missing-software = this machine has no software adapter
missing-one-thread = lavapipe runs on all threads, and the text's program on one
remedy-precision-or-auto = the precision f32 or f32+, or another kernel such as auto
remedy-precision-or-direct = the precision f32 or f32+, or the direct sum
remedy-integrator = an integrator other than hermite-4
remedy-fewer-bodies = fewer bodies
remedy-mesh-alone = --members gpu, or another gravity
remedy-fewer-bodies-or-integrator = fewer bodies, or an integrator other than hermite-4
remedy-fewer-bodies-or-auto = fewer bodies, or another kernel such as auto
remedy-fewer-bodies-or-rung = fewer bodies, or another rung
remedy-fewer-elements-or-auto = fewer elements, or another kernel such as auto
remedy-fewer-keys-or-auto = fewer keys, or another kernel such as auto
remedy-fewer-launches = fewer launches
remedy-fewer-threads = fewer threads
remedy-threads-per-workgroup = more threads per workgroup
remedy-workgroups = workgroups of 128 threads
remedy-rung = another rung
remedy-adapter = another adapter
remedy-adapter-or-auto = another adapter, or another kernel such as auto
remedy-adapter-or-single = another adapter, or single precision
remedy-single-or-last-rung = the precision f32, or rung-10 in f64
remedy-auto = another kernel such as auto
remedy-side = another number of points, or another kernel
remedy-tree-size = that many bodies or fewer, larger leaves, or the direct sum
remedy-region-size = more regions
remedy-numbers = numbers of 32 bits
remedy-single-or-double = the precision f32 or f64
remedy-body = at least one body
remedy-softening = a softening length of 1e-10 or more
remedy-lavapipe = Mesa's lavapipe
remedy-one-thread = LP_NUM_THREADS=1 in the environment
remedy-sides = sides can be at most { $most }
remedy-even-sides = width and height must be even, such as { $width }x{ $height }
remedy-sides-of-h264 = the encoder takes sides from { $least } to { $width }x{ $height }, upright too; larger ones need `--codec hevc`

# What a name is that nothing has.

noun-key = key
noun-value = value
noun-word = word
noun-scene = scene
noun-initial-state = initial state
noun-integrator = integrator
noun-way-to-drive-members = way to drive members
noun-member = member
noun-force-law = force law
noun-precision = precision
noun-kernel = kernel
noun-rotation-law = rotation law
noun-apsis = apsis
noun-configuration = configuration
noun-system-of-units = system of units
noun-style = style
noun-colour-map = colour map
noun-colour-by-value = colour-by value
noun-column = column
noun-component = component
noun-experiment = experiment
noun-break = break
noun-kernel-of-the-workbench = kernel of the workbench
noun-kind-of-question = kind of question
noun-block = block
noun-page = page
noun-plot = plot
noun-overlay = overlay
noun-part-of-the-side-panel = part of the side panel

# A value of the wrong kind in a file.

toml-key = `{ $key }`: { $message }
toml-expected = expected { $wanted }, not { $found }
toml-a-text = a text in quotation marks
toml-a-switch = true or false
toml-a-number = a number
toml-found-text = the text { $value }
toml-found-value = the value { $value }
toml-found-list = a list
toml-found-table = a table
toml-found-count = { $count } of them
toml-a-list = a list
toml-a-table = a table
toml-a-list-of-numbers = a list of { $count } numbers
toml-a-whole-number = a whole number from { $least } to { $most }

# Mistakes in a lesson's file.

error-lesson-file = { $file }, line { $line }: { $cause }
error-lesson-long = a lesson has at most { $most } bytes, and this file has { $length }: split it
error-lesson-head = a lesson begins with `+++`, its title, minutes and aims in TOML, and another `+++`
error-lesson-head-end = the TOML at the beginning is not closed: put `+++` after it
error-lesson-before-card = text before the first card: begin it with `# ` and a title
error-lesson-no-card = a lesson needs a card: a line that begins with `# `
error-lesson-minutes = the cards take { $cards } minutes, but the lesson { $lesson }: change one or the other
error-lesson-title = the title has { $letters } letters; up to { $most } fit a page
error-lesson-block-end = the block { $block } is not closed: put ``` on a separate line after it
error-lesson-recall = there is no prediction `{ $name }` on a card before this one
error-lesson-control = there is no control or choice `{ $key }`: use the key of its text in assets/words/en
error-lesson-needs-bench = `{ $key }` needs a kernel of the workbench: add `bench`
error-lesson-two = a card shows an experiment or a kernel, not both: leave out `experiment` or `bench`
error-lesson-exercise = `{ $bench }` has exercises 1 to { $count }, not { $number }
error-lesson-number = { $key } is { $value }, but it must be { $range }
error-lesson-card-minutes = a number above 0, up to 600
error-lesson-above-zero = a number above 0
error-lesson-for-scene = count is for a scene: add `scene`
error-lesson-count = count is { $count }: { $cause }
error-lesson-for-experiment = { $key } is for an experiment: add `experiment`
error-lesson-no-drawings = { $key } is { $number }, but { $name } has no drawings: leave it out
error-lesson-one-drawing = drawing is { $number }, but { $name } has only one: leave it out
error-lesson-drawings = drawing is { $number }, but { $name } has drawings 1 to { $count }
error-lesson-size = size is { $size }, but this drawing comes in { $sizes }
error-lesson-wait-never = wait for { $key } = false would wait for nothing: write { $key } = true
error-lesson-wait-number = wait for { $wait }, but it must be a number above 0
error-lesson-wait-nothing = wait for set needs a control, such as physics-softening = 0.1
error-lesson-wait-infinite = wait for `{ $key }` = { $number }, which is not a finite number
error-lesson-wait-range = wait for `{ $key }` = { $range }, but a range must have its lower end first
error-lesson-options = options has fewer than two: add another
error-lesson-right = right is { $right }, but the options are 1 to { $count }
error-lesson-answer = answer is { $answer }, which is not a number
error-lesson-range = range must have its lower end first
error-lesson-wrong = wrong has `{ $answer }`: { $cause }
error-lesson-wrong-twice = it appears twice
error-lesson-wrong-reason = it has no reason
error-lesson-option = the options are 1 to { $count }
error-lesson-option-right = that option is right
error-lesson-finite = a finite number is needed
error-lesson-number-right = that number counts as right
error-lesson-a-range-first = a range must have its lower end first
error-lesson-range-right = part of that range is right
error-lesson-shown = this block would be shown as code: put ```{ $name } alone at the beginning of a line
error-lesson-torn = this `{ $sign }` would be shown as text: a formula ends with `{ $sign }`, and each `{"{"}` in it needs a `{"}"}`; for money, write `\{ $sign }`
error-lesson-html = cards cannot contain HTML: write Markdown
error-lesson-picture = `{ $path }` is not a picture: write `![what it shows](scene:shell)` for the picture of a scene
error-lesson-grid = a grid is wrong: { $message }
error-lesson-grid-columns = a grid has 1 to { $most } columns, not { $count }
error-lesson-grid-rows = a grid has 1 to { $most } rows, not { $count }
error-lesson-formula-letter = unexpected `{ $letter }` in the formula `{ $formula }`
error-lesson-formula-brace = a formula ends before a closing `{"}"}`
error-lesson-formula-base = there is nothing before `{ $sign }` in a formula
error-lesson-formula-twice = a formula has `{ $sign }` twice in the same place: put {"{"} {"}"} around the first
error-lesson-formula-deep = a formula is nested deeper than { $most } levels: split it
error-lesson-formula-end = a formula ends too early
error-lesson-formula-close = unexpected `{"}"}` in a formula
error-lesson-formula-words = `\text` needs words in {"{"} {"}"}
error-lesson-formula-name = `\` in a formula must be followed by the name of a sign, such as \pi
error-lesson-formula-command = formulas do not support `\{ $name }`: write the sign itself, or \text{"{"}{ $name }{"}"}
error-lesson-missing = { $key } is missing: add it
error-lesson-a-list = a list such as ["a", "b"]
error-lesson-a-table = a table such as {"{"} key = 1 {"}"}
error-lesson-a-reason = a table such as {"{"} answer = 1, reason = "why" {"}"}
error-lesson-a-range = a range such as [0.1, 0.3]
error-lesson-a-place = a whole number of 0 or more
error-lesson-condition = a card waits for one thing, such as {"{"} time = 3 {"}"}, {"{"} answer = true {"}"} or {"{"} set = {"{"} physics-softening = 0.1 {"}"} {"}"}
error-lesson-goal = a control can be set to a number, a range such as [0.1, 0.3], true, false, or the key of a choice

# What is wrong with a kernel on the workbench, how its process ended, and what went wrong beside it.

fault-long = the text is { $bytes } bytes long; up to { $most } are allowed
fault-brackets = more than { $most } brackets are open here
fault-compiler = the compiler itself fails on this text
fault-said = the compiler says “{ $message }”
fault-type = this takes { $bytes } bytes; a type on the workbench may take { $most } bytes
fault-type-huge = this takes 4 GiB or more; a type on the workbench may take { $most } bytes
fault-variables = a thread's variables take { $bytes } bytes; up to { $most } are allowed
fault-binding = @binding({ $number }) is `{ $is }`, but must be `{ $must }`, as in the original
fault-binding-unknown = @group({ $group }) @binding({ $number }) holds nothing: the original has no such binding
fault-binding-twice = @binding({ $number }) appears twice
fault-binding-missing = @binding({ $number }), `{ $name }` in the original, is missing
fault-override = `override { $name }` gets no value here: use `const`
fault-entry = there is no `@compute @workgroup_size(…) fn { $name }`, which the workbench starts
fault-threads = a workgroup has { $threads } threads; the adapter allows 1 to { $most }
fault-sides = a workgroup measures { $sides } threads; the adapter allows { $most }
fault-memory = the kernel needs { $bytes } bytes of workgroup memory, but the adapter allows { $most }
workbench-watchdog = its watchdog failed
workbench-late = it did not start within { $seconds } s
workbench-signal = signal { $number }
workbench-exit-code = exit code { $code }
workbench-no-bench = there is no bench `{ $name }`
error-chart = the chart cannot be drawn: { $cause }
error-chart-size = its picture would have { $width } by { $height } pixels
error-wrong = { $bench }: { $kernel } is wrong on { $adapter } ({ $what }), so its speed is meaningless; update the driver, or report a bug
encoder-ffmpeg = ffmpeg says “{ $message }”
encoder-ffmpeg-silent = ffmpeg ended without a message
encoder-ffmpeg-empty = ffmpeg ended without an error, but wrote no video
encoder-panicked = a thread panicked
encoder-no-frames = there are no frames
encoder-ended = it has already ended
encoder-other-size = a picture and the video differ in size
error-recipe-unreadable = { $file } cannot be read ({ $cause }): check the path
error-recipe-unreadable-text = { $file } cannot be read ({ $cause }): give another copy of it
error-recipe-missing = { $file } does not say how it was made: give a picture or video made by Starshell after 0.3.0, or the .toml file beside it
error-recipe = the recipe in { $file } is not valid: { $message }
words-said = “{ $message }”
report-experiments = it has { $count } experiments, but { $most } at most can be shown
report-ends = it ends too early
report-twice = it has { $experiment } twice: leave one out
report-results = { $experiment } has { $count } results, but { $most } at most can be shown
report-number = { $name } of { $variant } in { $experiment } is { $value }, which no measurement gives
report-text = the name of a result in { $experiment } has { $letters } letters; up to { $most } can be shown

# Sparse matrices.

error-sparse-empty = a matrix of { $rows } rows and { $columns } columns has no elements: give at least one row and one column
error-sparse-too-large = a matrix of { $rows } rows, { $columns } columns and { $nonzeros } nonzeros is too large: rows and nonzeros together, and columns, can be 2147483648 at most, and no place can be taken twice
error-sparse-pointers = a matrix of { $rows } rows needs { $wanted } row pointers, and there are { $count }: give one per row, and the number of nonzeros at the end
error-sparse-values = there are { $columns } column indices for { $values } values: give one for each
error-sparse-ends = the row pointers go from { $first } to { $last }, but there are { $nonzeros } nonzeros: the first must be 0, and the last their number
error-sparse-falls = row { $row } of the matrix begins at { $first } and ends before it, at { $end }: row pointers must not fall
error-sparse-past-end = { $place } is in row { $row } and column { $column } of a matrix of { $rows } rows and { $columns } columns, all counted from 1: keep it inside
error-sparse-range = the numbers of row { $row }, or the sum of their magnitudes, are too large for { $precision }: scale the matrix down, or compute in f64
error-sparse-no-room = there is no memory for a matrix of { $rows } rows, { $columns } columns and { $nonzeros } nonzeros: make it smaller
sparse-nonzero = nonzero { $place }
sparse-triangle = a corner of triangle { $place }
at-line = line { $line }: { $what }
market-unreadable = it cannot be read ({ $reason })
market-long = it has more than { $most } bytes, so it is not a line of numbers
market-header = the first line of a Matrix Market file must be like “%%MatrixMarket matrix coordinate real general”, not “{ $found }”
market-kind = matrices of the kind “{ $kind }” cannot be read: give coordinates, with real, integer or pattern values, general, symmetric or skew-symmetric
market-size = expected the numbers of rows, columns and entries
market-not-square = a symmetric matrix of { $rows } rows cannot have { $columns } columns: make it square or general
market-fewer = the file ends after { $count } of { $wanted } entries: give another copy of it
market-more = there are more than the { $wanted } entries announced: correct the line of the size
market-entry = expected an entry: row, column and a finite value
market-pattern-entry = expected an entry of a pattern: row and column
market-past-end = the entry in row { $row } and column { $column } is outside the matrix of { $rows } rows and { $columns } columns: count both from 1, or correct the line of the size
market-both-halves = the entry in row { $row } and column { $column } is on the other side of the diagonal than those before it: give one half of a symmetric matrix, or call it general
market-skew-diagonal = a skew-symmetric matrix has nothing on its diagonal: leave the entry out
error-solver-not-square = a system of { $rows } equations in { $columns } unknowns cannot be solved by conjugate gradients: give a square matrix
error-solver-not-symmetric = the element in row { $row } and column { $column } differs from the one across the diagonal: conjugate gradients need a symmetric matrix
error-solver-diagonal = the element of the diagonal in row { $row } is not positive: conjugate gradients need a positive definite matrix
error-solver-tolerance = a tolerance of { $tolerance } cannot be reached in { $precision }, whose rounding is larger: give { $least } or more, or compute in f64
error-solver-not-reached = after { $iterations ->
    [one] { $iterations } iteration
   *[other] { $iterations } iterations
} the residual is { $residual } instead of { $tolerance }, because rounding hides what is left: give a larger tolerance, or compute in f64
error-solver-broken = after { $iterations ->
    [one] { $iterations } iteration
   *[other] { $iterations } iterations
}, the matrix turned out not to be positive definite, or numbers left their range: check its sign, or compute in double precision

# Why a run goes wrong. A sentence such as `at t = 1.5, the energy has changed by 7 %:` comes before them.
cause-units = the speeds are { $ratio } times those that gravity makes of these masses and distances with G = 1, so their units do not belong together
cause-range = positions or speeds of up to { $largest } are too large for single precision, which cannot hold their squares; take larger units
cause-precision = positions have too few digits, since neighbouring numbers are { $spacing } apart where most bodies are, and a step moves them by { $moved }
cause-time-step = the time step is too long
cause-encounter = bodies come closer to each other than the steps resolve
cause-integrator = the integrator is of too low an order
cause-forces = the forces of the tree or grid are too inaccurate for these bodies
cause-unknown = in a test, neither shorter steps nor more digits nor a longer softening helped
cause-not-reproduced = a test in double precision from shortly before kept the energy, so the cause is not known
cause-untested = the steps are too many for a test of the cause
diagnosis-told = { $cause }; { $test }
diagnosis-helps = in a test of { $steps } steps, { $remedy } lowered the error from { $before } % to { $after } %
diagnosis-helps-infinite = in a test of { $steps } steps, { $remedy } kept all numbers finite, with an error of { $after } %
diagnosis-helps-too = , { $remedy } to { $after } %

# A class on its phones.
class-error-address = a class cannot be at { $address }: give the one address of this machine on the network, such as 192.168.1.20
class-error-listen = cannot open a class at { $address }: { $cause }; give another address of this machine, or another port after a colon
