# Errors, in one sentence that names the thing and the remedy. It may follow a name, so it begins with a small letter.

error-no-adapter = no graphics adapter was found: install a Vulkan driver for your GPU, or the software renderer Mesa lavapipe (Debian, Ubuntu: apt install mesa-vulkan-drivers libvulkan1)
error-no-such-adapter = no adapter matches `{ $wanted }`: choose by index, or by a part of the name, from { $adapters }
error-no-surface = no graphics adapter can present to this display (found: { $adapters }): install the display's own driver, or render without a window with `starshell render`
error-no-device = the adapter { $adapter } could not be opened ({ $reason }); update its driver or choose another with --adapter
error-too-large = { $what } would take { $bytes } bytes, but { $adapter } allows at most { $limit }; use fewer bodies or elements, or a smaller picture
error-out-of-memory = { $adapter } is out of memory ({ $what }); use fewer bodies or elements, or a smaller picture, or close other programs
error-lost = the connection to the GPU was lost ({ $cause }); if the driver's watchdog reset it, use fewer bodies or fewer steps per frame
error-driver = the GPU driver reported an error: { $cause }
error-unwritable = { $path } cannot be written ({ $cause })
error-picture-on-adapter = a picture of { $width }x{ $height } pixels is not possible: each side must be from 1 to { $limit } on { $adapter }
error-picture-size = a picture of { $width }x{ $height } pixels is not possible: each side must be from 1 to 16384
error-samples = { $samples } samples along each side of a pixel are not possible: 1 to 4 are
error-no-place = { $error }: choose another place, or free some space
error-picture-memory = the pictures need about { $mebibytes } MiB of memory at once, more than is free: use fewer or smaller pictures
error-encoder = the video cannot be encoded ({ $cause })
error-cut-frames = { $frames ->
    [one] the first frame is in { $path }, which can be played
   *[other] the first { $frames } frames are in { $path }, which can be played
}
error-cut = what was finished until then is in { $path }
error-run-unreadable = the saved run { $file } cannot be read ({ $cause }): check the path
error-run-foreign = { $file } is not a saved run: give a file that Starshell has saved, which ends in .{ $ending }
error-run-newer = { $file } was saved by a newer Starshell, in format { $version }, and this one reads up to { $most }: update Starshell
error-run-cut = { $file } is incomplete, its end is missing: copy it again, or save the run again
error-run-damaged = { $file } is damaged (its section { $section } does not match its checksum): use another copy of it
error-run-invalid = { $file } is not a valid saved run ({ $message }): use another copy of it
error-own-bodies = a run of a program's own bodies cannot be saved, because no scene file describes its start
error-scene-unreadable = the scene file { $file } cannot be read ({ $cause }): check the path and that it is a text file in UTF-8
error-no-report = { $path } is no report of `starshell lab --json` ({ $cause })
error-too-many-for-cpu = { $count } bodies are too many to sum over all pairs on a CPU: use fewer bodies, up to { $most }, or the kernel `tree`
error-too-many-for-tree = { $count } bodies are too many for a tree on a CPU: use fewer bodies, up to { $most }
error-no-elements = the count is 0: give a count of 1 or more
error-no-double = the adapter { $adapter } has no double precision (SHADER_F64), so { $wanted } cannot run there: use { $remedy }, or another adapter
error-count-zero = count is 0, but a scene needs at least 1 body: set count to 1 or more
error-count-too-many = count is { $count }, but at most { $most } bodies are possible: set count to that or less
error-count-fixed = count is { $count }, but the initial state `{ $kind }` has exactly { $fixed } bodies: set count to { $fixed } or leave it out
