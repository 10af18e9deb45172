# Every text of the interface, in English. A message's value is the name of a control; its attribute `tip` is the tooltip.
# A new language is one more file beside this one, listed in src/app/words.rs.

## Window

window-title = Starshell
picture-name = Picture
picture-beside = Other half
compare-half = { $name }, t = { $time }
hint-first = Drag to orbit, scroll to zoom. Space pauses, H shows every key.

## Transport

transport-left = Left panel
    .tip = Folds or opens the panel with scene and physics.
transport-right = Right panel
    .tip = Folds or opens the panel with view and measurements.
transport-restart = Restart
    .tip = Starts the scene again with the current physics and view. Shift+R
transport-reverse = Reverse
    .tip = Reverses every velocity. Leapfrog then retraces its path, to within rounding. Backspace
transport-play = Play
transport-pause = Pause
transport-step = Single step
    .tip = Pauses and takes one time step. Full stop
transport-steps = Several steps
    .tip = Pauses and takes the number of time steps shown beside it.
transport-steps-count = Number of steps
    .tip = How many steps the button to the left takes.
transport-speed = Speed
    .tip = How fast time passes: a multiple of the scene's own pace, reached by more or fewer steps per frame. The physics does not change. Keys: minus and plus
transport-times = × { $times }
transport-times-reached = × { $reached } of { $times }
    .tip = This machine is too slow for the speed chosen: it computes as many steps as it can. Use fewer bodies or a lower speed.
transport-frame-steps = Steps per frame
    .tip = Time steps per frame. A number typed here stays until the speed is moved.
transport-steps-per-frame = { $count ->
    [one] {" "}step/frame
   *[other] {" "}steps/frame
}
transport-time = t = { $time }
    .tip = Simulated time, in the units of the scene (G = 1).
transport-steps-done = { $steps ->
    [one] { $steps } step
   *[other] { $steps } steps
}
transport-progress = step { $percent } %
    .tip = One time step takes longer than a frame here, so it is spread over several frames to keep the window responsive.
transport-help = Keys
    .tip = Lists every key. H or F1
transport-fullscreen = Full screen
    .tip = F11
transport-frame = Keep in the picture
    .tip = The camera follows the light and moves back or closer with it, until you zoom or pan. Orbiting goes on. Shift+F
transport-projector = Projector
    .tip = Large type, thick points and colour-blind-safe colours. With light panels (N), dark bodies on white. B
transport-screenshot = Screenshot
    .tip = Saves the picture without the panels, as set under Pictures. F12; Shift+F12 opens the settings
transport-record = Record
    .tip = Records a video of the picture, without the panels. R
transport-record-end = Stop recording
    .tip = Completes the video and saves it. R

## Timeline

timeline-rail = Timeline
    .tip = The run so far. Drag to look back; play goes on from there, and what lay ahead stays as a branch. Bright where states are stored.
timeline-earlier = Earlier state
    .tip = Shows the stored state before this one. Left arrow
timeline-later = Later state
    .tip = Shows the stored state after this one. Right arrow
timeline-newest = Newest state
    .tip = Returns to the newest state of this branch. End
timeline-branches = Branches
    .tip = The courses that this run has taken. A branch begins where you go on from the past; click one to continue it.
timeline-branch = Branch { $number }
timeline-branch-changed = { $number }: { $changes }
timeline-softening = softening { $value }
timeline-step = step { $value }
timeline-damping = damping { $value }
timeline-adaptive = adaptive { $value }
timeline-fixed = fixed steps
timeline-bodies = { $count } bodies
timeline-discard = Discard this branch
timeline-compare = Compare
    .tip = Shows this moment twice, side by side; change the settings of one half and compare. Panels and keys act on the framed half; click the other half to switch. D
timeline-compare-branch = Compare with this branch
    .tip = Shows this branch beside the current one, at the same simulated time.
path-open = Camera path
    .tip = Shows the keys of the camera's path above the transport. The scene's text and recordings include the path.
path-set = Set key
    .tip = Adds a key to the camera path: the current view at the current time. J
path-presets = Ready-made paths
    .tip = Replaces the path by one that starts from the current view and takes the scene's duration.
path-turntable = Turntable
    .tip = Once round the target at an even speed, again and again.
path-dolly = Dolly
    .tip = In to half the distance.
path-rise = Orbit and rise
    .tip = Half round the target, and up by 40 degrees.
path-follow = Follow
    .tip = The same view of the picked body, or of the centre of mass, wherever it goes.
path-static = Static
    .tip = The current view throughout.
path-scene = The scene's own
    .tip = The path in the scene file.
path-preview = Preview
    .tip = Flies the camera along the whole path in twelve seconds, independently of the simulation.
path-drive = Drive
    .tip = The camera follows the path as the simulation plays, until you move it. Shift+J
path-clear = Clear path
    .tip = Removes all keys.
path-key = Key { $number } at t = { $time }
    .tip = Click to edit it under View, drag to move it, Ctrl-drag to copy it, right-click for more.
path-show = Show
    .tip = Moves the camera to this key's view.
path-update = Set to the current view
    .tip = Keeps the key's time and what it follows.
path-copy = Copy
    .tip = Duplicates this key halfway to the next one.
path-delete = Delete
    .tip = Removes this key.
path-none = No keys yet: J sets one with the current view.
path-unselected = Click a key to edit it.
path-loop = Loop
    .tip = The path leads back to its first key and repeats.
path-return = Back at
    .tip = Simulated time when the path is back at its first key.
path-turns = Turns
    .tip = How often the camera goes round the target on the way from the first key back to it.
path-sets-exposure = Path sets exposure
    .tip = The exposure is part of every key, in place of the picture's own.
path-time = Time
    .tip = Simulated time of the key.
path-distance = Distance
    .tip = From the camera to its target.
path-azimuth = Azimuth
    .tip = Angle about the vertical axis, in degrees. It counts turns: 720 is two.
path-elevation = Elevation
    .tip = Height above the plane, in degrees. Beyond 90 the camera goes over the pole.
path-roll = Roll of the key
    .tip = How far the camera leans to its right, in degrees.
path-field = Field of view of the key
    .tip = Angle between the top and bottom edges of the picture, in degrees.
path-exposure = Exposure of the key
    .tip = Brightness in photographic stops.
path-follows = Key follows
    .tip = What the camera's target moves with at this key.
timeline-at = t = { $time }
timeline-stored = t = { $time }, stored: { $stored }

## Scene

scene-title = Scene
scene-choose = All scenes
    .tip = Shows every scene with its picture.
scene-previous = Previous scene
    .tip = [
scene-next = Next scene
    .tip = ]
scene-copy = Copy as a scene file
    .tip = Copies the running scene to the clipboard as the text of a scene file. O
scene-save = Save …
    .tip = Save the running state, to continue it later, or the scene. Ctrl+S.
scene-open = Open …
    .tip = Open a saved run or a scene file. Ctrl+O; dropping a file on the window does the same.
scene-more = More
scene-less = Less
scene-inaccuracies = What is inaccurate
gallery-title = Scenes
gallery-bodies = { $count } bodies
gallery-note = Click a scene to start it, or drop a scene file of your own on the window.
gallery-close = Close the scenes

## Bodies

bodies-title = Bodies
bodies-count = Count
    .tip = Number of bodies. Every body attracts every other, so twice as many take four times as long. Takes effect when you apply it.
bodies-fixed = This initial state has { $count ->
    [one] one body
   *[other] { $count } bodies
}.
bodies-forecast = About { $time } per step on this machine
bodies-milliseconds = { $number } ms
bodies-seconds = { $number } s
bodies-minutes = { $number } minutes
bodies-hours = { $number } hours
bodies-smooth = { $count } bodies run smoothly here.
bodies-use-smooth = Use this number
    .tip = Restarts the scene with that many bodies.
bodies-seed = Seed
    .tip = Seed of the random numbers. The same seed makes the same bodies on every machine.
bodies-dice = Another seed
    .tip = Uses the next seed.
bodies-apply = Apply
    .tip = Restarts the scene with these bodies.
bodies-running = { $count } bodies now, with those thrown in and without those deleted.
bodies-slow = One step would take { $time } on this machine.
bodies-apply-slow = Start anyway
    .tip = Restarts the scene with these bodies. The window stays responsive, but they hardly move.
bodies-discard = Discard
    .tip = Discards the changes.
bodies-making = Making { $title } …

## Physics

physics-title = Physics
physics-time-step = Time step
    .tip = Simulated time per step, in the scene's unit of time. If it is too long, energy is no longer conserved; close pairs suffer first.
physics-adaptive = Adaptive steps
    .tip = The largest acceleration sets the length of each step: short during close encounters, never longer than the time step. The price is symmetry in time: energy drifts slowly, always in one direction.
physics-accuracy = Accuracy
    .tip = η in step = η √(softening / largest acceleration). A smaller value is more accurate and slower.
physics-step-now = Current step: { $step }
physics-softening = Softening
    .tip = Plummer softening length, in the scene's unit of length. Closer than this, gravity weakens instead of growing without bound. 0 means point masses.
physics-damping = Damping
    .tip = Every velocity is multiplied by this at each step. 1 means no damping; less removes energy.
physics-integrator = Integrator
    .tip = The method that advances positions and velocities by one step.
physics-gravity = Gravity
    .tip = The kernel that sums the forces on each body. All give the same sum; some are faster.
gravity-auto = Fastest here
    .tip = The fastest kernel for this adapter and number of bodies.
gravity-symmetric = Symmetric pairs
    .tip = Evaluates each pair once, for both bodies, and sums in a fixed order: the same bits every time. Needs subgroups of one size.
gravity-symmetric-unordered = Symmetric pairs, unordered
    .tip = Evaluates each pair once and sums with atomic adds in arrival order, so two runs differ by rounding.
gravity-tiles = Tiles
    .tip = Every body with every other: several bodies per thread in registers, sources in workgroup memory. Runs on any adapter.
gravity-naive = Naive
    .tip = One thread per body reads every source from global memory: the baseline for the others. CUDA-Handbook, "AoS".
gravity-one-thread = One thread for all
    .tip = A single GPU thread does everything, as a CPU would. Very slow; at most 16,384 bodies. Burtscher-COT, rung 0.
gravity-soa = One array per coordinate
    .tip = Naive with a structure of arrays instead of an array of structures. Burtscher-COT, rung 2; CUDA-Handbook, "SoA".
gravity-uniform-batches = Constant memory
    .tip = Naive with sources from a 64 KiB uniform buffer, in batches of 4,096 bodies. CUDA-Handbook, "const".
gravity-tile = Tile
    .tip = One thread per body; sources pass through workgroup memory in tiles of 256. COD-B8, after Nyland, Harris and Prins, GPU Gems 3 (2007).
gravity-tile-unroll-4 = Tile, unrolled by 4
    .tip = The tile with four terms of the sum per loop iteration.
gravity-tile-unroll-8 = Tile, unrolled by 8
    .tip = The tile with eight terms of the sum per loop iteration. Burtscher-COT, rung 7.
gravity-tile-unroll-16 = Tile, unrolled by 16
    .tip = The tile with 16 terms of the sum per loop iteration.
gravity-tile-unroll-32 = Tile, unrolled by 32
    .tip = The tile with 32 terms of the sum per loop iteration.
gravity-tile-unroll-128 = Tile, unrolled by 128
    .tip = The tile with 128 terms of the sum per loop iteration. Burtscher-COT, rung 10.
gravity-tile-test = Tile with a test
    .tip = The tile with a test in its loop that skips the body itself. Softening makes the test unnecessary. Burtscher-COT, before rung 8.
gravity-tile-two-loops = Tile in two loops
    .tip = The tile with two loops, before the body and after it, instead of the test. Burtscher-COT, rung 5.
gravity-tile-sqrt = Tile with 1 / sqrt
    .tip = The tile with a square root and a division instead of the reciprocal square root. Burtscher-COT, before rung 4.
gravity-tile-unfused = Tile, unfused
    .tip = The tile with separate multiplications and additions; the driver may still fuse them. Burtscher-COT, before rung 9.
gravity-threads-1 = 1 thread per body
    .tip = The baseline for several threads per body. COD-B8, figure 8.8.15.
gravity-threads-2 = 2 threads per body
    .tip = Two threads share the sum for a body. COD-B8, figure 8.8.15.
gravity-threads-4 = 4 threads per body
    .tip = Four threads share the sum for a body, which pays off with few bodies. COD-B8, figure 8.8.15.
gravity-threads-8 = 8 threads per body
    .tip = Eight threads share the sum for a body. COD-B8, figure 8.8.15.
gravity-threads-16 = 16 threads per body
    .tip = Sixteen threads share the sum for a body. COD-B8, figure 8.8.15.
gravity-shuffle = Subgroup shuffle
    .tip = Passes sources from register to register within a subgroup instead of through workgroup memory. CUDA-Handbook, "shuffle".
gravity-atomic-pairs = Atomic pairs
    .tip = Newton's third law: each pair once, both forces by atomic adds. The order of the sums varies, so no two runs agree bit for bit. CUDA-Handbook, "atomic".
physics-precision = Precision
    .tip = How many digits the simulation carries. More digits conserve energy better in long runs and on close orbits, and take longer.
precision-f32 = f32
    .tip = Single precision throughout, 7 digits: the fastest. Energy drifts by about a millionth.
precision-f32-plus = f32+
    .tip = Forces in single precision, positions and velocities with 14 digits, so that small changes survive thousands of steps. Costs almost nothing.
precision-f64 = f64
    .tip = Double precision throughout, 16 digits, measurements included. Two to four times as slow on GPUs made for it, far slower on others.
physics-reset = Reset to the scene
    .tip = Resets time step, softening, damping, integrator, precision and adaptive steps to the scene's values.

integrator-symplectic-euler = Symplectic Euler
    .tip = First order, one force evaluation per step: the method of the classic demo.
integrator-leapfrog-kdk = Leapfrog KDK
    .tip = Second order, symplectic and reversible, one force evaluation per step. The standard choice.
integrator-leapfrog-dkd = Leapfrog DKD
    .tip = Second order, symplectic and reversible, one force evaluation per step, at mid-step.
integrator-forest-ruth = Forest–Ruth
    .tip = Fourth order, symplectic, three force evaluations per step.
integrator-pefrl = PEFRL
    .tip = Fourth order, symplectic, four force evaluations per step, a far smaller error than Forest–Ruth.
integrator-yoshida-6 = Yoshida 6
    .tip = Sixth order, symplectic, seven force evaluations per step.
integrator-runge-kutta-4 = Runge–Kutta 4
    .tip = Fourth order, not symplectic, so energy drifts. Four force evaluations per step.
integrator-hermite-4 = Hermite 4
    .tip = Fourth order, uses the jerk, suits close encounters. One evaluation per step, at twice the cost.

## Model

model-title = Model generator
model-kind = Initial state
    .tip = Where the bodies start and how they move. Takes effect when you apply it.
model-defaults = Defaults
    .tip = Resets every parameter of this initial state to its default.
model-none = This initial state has no parameters.
initial-shell = Rotating shell
    .tip = A spherical shell that rotates about the vertical axis.
initial-random-ball = Random ball
    .tip = A ball of bodies with random velocities.
initial-expanding-ball = Expanding ball
    .tip = A ball that expands as the universe does: the farther out, the faster.
initial-classic = Classic demo
    .tip = The three configurations of the classic CUDA demo. Every body has mass 1.
initial-plummer = Plummer cluster
    .tip = A star cluster in equilibrium, in Hénon units: G = 1, mass 1, energy −1/4.
initial-uniform-sphere = Uniform sphere
    .tip = A homogeneous sphere, by default at rest: cold collapse.
initial-galaxy = Disk galaxy
    .tip = Disk, bulge and dark halo in equilibrium.
initial-encounter = Two galaxies
    .tip = Two disk galaxies that collide.
initial-kepler = Kepler pair
    .tip = Two bodies on a Kepler orbit.
initial-figure-8 = Figure of eight
    .tip = Three equal bodies chase each other along one closed curve.
initial-pythagorean = Pythagorean
    .tip = Bodies of masses 3, 4 and 5 at the corners of a 3-4-5 triangle, at rest.

model-radius = Radius
    .tip = Radius at the start, in the scene's unit of length. The total mass is 1.
model-inner-radius = Inner radius
    .tip = Inner radius of the shell, in the scene's unit of length: 0 to the outer radius.
model-outer-radius = Outer radius
    .tip = Outer radius of the shell, in the scene's unit of length. The total mass is 1.
model-rotation = Rotation
    .tip = How speed depends on the distance from the axis.
model-rotation-solid = Solid body
    .tip = The speed is proportional to the distance from the axis.
model-rotation-constant-speed = Constant speed
    .tip = Every body has the same speed, whatever its distance from the axis.
model-rotation-energy = Rotation energy
    .tip = Kinetic energy of the rotation over the absolute potential energy of the smooth shell, 0 to 10. Bound if this plus the dispersion is below 1.
model-dispersion = Dispersion
    .tip = Kinetic energy of random motion over the absolute potential energy of the smooth shell, 0 to 10.
model-virial-ratio = Virial ratio
    .tip = Kinetic energy over the absolute potential energy of the smooth ball, 0 to 10: 0 is at rest, 0.5 in balance, above 1 unbound.
model-expansion-energy = Expansion energy
    .tip = Kinetic energy of the expansion over the absolute potential energy of the smooth ball, 0 to 10. Below 1 the ball stops and falls back; at 1 it expands forever, ever more slowly.
model-configuration = Configuration
    .tip = One of the demo's three configurations.
model-configuration-shell = Shell
    .tip = A thick shell that rotates about the z axis as a solid body. All seven presets use it.
model-configuration-random = Random
    .tip = A ball with random velocities; its size grows with the number of bodies.
model-configuration-expand = Expand
    .tip = A ball that expands; its size grows with the number of bodies.
model-cluster-scale = Cluster scale
    .tip = The demo's number, in its unit of length: the shell extends from 2.5 to 4 times this.
model-velocity-scale = Velocity scale
    .tip = The demo's number: the shell's angular speed is this times the cluster scale.
model-mass = Mass of a body
    .tip = 1 in the demo, where the number of bodies is the total mass.
model-mass-cut = Mass cut
    .tip = Fraction of the infinite model's mass from which radii are drawn, 0.5 to 0.99999: 0.999 omits everything beyond radius 22.8. The total mass is 1 in any case.
model-disk-mass = Disk mass
    .tip = Mass of the disk, in the scene's unit of mass (G = 1).
model-disk-length = Disk length
    .tip = Scale length of the disk, in the scene's unit of length. The disk ends at ten scale lengths.
model-disk-thickness = Disk thickness
    .tip = The height z₀ in sech²(z/z₀), in disk scale lengths: 0.01 to 0.5.
model-toomre-q = Toomre's Q
    .tip = Lowest value in the disk, 0.5 to 5. Below 1 rings break up; from 1 to 2 spiral arms and bars form.
model-bulge-mass = Bulge mass
    .tip = Mass of the bulge, in the scene's unit of mass; 0 is none.
model-bulge-length = Bulge length
    .tip = Scale length of the bulge, in the scene's unit of length.
model-halo-mass = Halo mass
    .tip = Mass of the dark halo, in the scene's unit of mass; 0 is none.
model-halo-length = Halo length
    .tip = Scale length of the halo, in the scene's unit of length.
model-halo-cutoff = Halo cutoff
    .tip = Radius at which the halo is cut off smoothly, in the scene's unit of length.
model-arms = Arms
    .tip = Number of spiral arms that the disk begins with, 0 to 8.
model-arm-contrast = Contrast of the arms
    .tip = How much bodies crowd in these arms, 0 to 1.
model-arm-pitch = Pitch of the arms
    .tip = Angle between these arms and a circle, 5° to 80°.
model-dust-share = Dust
    .tip = Fraction of the disk that is a thin, cold layer of dust, 0 to 0.5.
model-disk-share = Bodies in the disk
    .tip = Fraction of the bodies in the disk, 0 to 1.
model-bulge-share = Bodies in the bulge
    .tip = Fraction of the bodies in the bulge, 0 to 1; the rest are in the halo.
model-semi-major-axis = Semi-major axis
    .tip = Half the long axis of the relative orbit, in the scene's unit of length. The period is 2π times this to the power of 3/2.
model-mass-ratio = Mass ratio
    .tip = Mass of the second divided by that of the first, at most 1.
model-pericenter = Pericentre
    .tip = Smallest distance on the orbit of two point masses, in the scene's unit of length.
model-eccentricity = Eccentricity
    .tip = 0 is a circle, below 1 an ellipse, 1 a parabola, above 1 a hyperbola. Two bodies take 0 to 0.999, two galaxies 0 to 10.
model-separation = Separation
    .tip = Distance at the start, in the scene's unit of length: at least the pericentre, and at most the apocentre of a bound orbit.
model-inclination-1 = Inclination, first
    .tip = Angle between the first disk and the plane of the orbit, −180° to 180°: 0° rotates with the orbit, 180° against it.
model-inclination-2 = Inclination, second
    .tip = Angle between the second disk and the plane of the orbit, −180° to 180°: 0° rotates with the orbit, 180° against it.
model-node-1 = Node, first
    .tip = Angle from +x to the line in which the first disk cuts the plane of the orbit, −360° to 360°.
model-node-2 = Node, second
    .tip = Angle from +x to the line in which the second disk cuts the plane of the orbit, −360° to 360°.
model-start = Start
    .tip = Where on the orbit the bodies start.
model-start-apocenter = Apocentre
    .tip = Farthest apart and slowest.
model-start-pericenter = Pericentre
    .tip = Closest and fastest.
model-galaxy = The galaxies
    .tip = The first galaxy. The second is a copy, its mass scaled by the mass ratio and its lengths by the square root of it.

## View

view-look = Look
view-camera = Camera
view-path = Camera path
view-guides = Over the picture
view-color-by = Colours show
    .tip = The quantity that sets the colour of each body.
view-color-map = Colour map
    .tip = The colour scale, from low to high.
view-style = Style
    .tip = What the picture is made for: a photograph, a diagram, a slide.
style-scene = As the scene says
    .tip = Colours, light and sky as in the scene's file.
style-deep-sky = Deep sky
    .tip = A photograph: continuous starlight, dust, a sky of distant stars and galaxies.
style-diagram = Diagram
    .tip = Equal points without glow, with a fixed exposure: for measuring.
style-infrared = Infrared
    .tip = Warm starlight that dust does not hide, as infrared telescopes see galaxies.
style-projector = Projector
    .tip = Thick points and strong light in colours that are safe for colour-blind viewers.
view-exposure = Exposure
    .tip = Brightness in photographic stops: one stop more is twice the light.
view-metered = Meter the light
    .tip = The exposure follows the light of the picture. Off: it stays as it is.
view-bloom = Glow
    .tip = Fraction of the light that the lens scatters around bright spots, 0 to 1.
view-diffuse = Diffuse light
    .tip = Fraction of the light of crowded bodies that becomes continuous starlight, 0 to 1.
view-dust = Dust
    .tip = Area that a unit of mass of dust shades, in squared units of length; 0 makes dust transparent.
view-spikes = Spikes
    .tip = Diffraction spikes of the brightest stars, 0 to 1.
view-full-light = Full light
    .tip = Draw diffuse light, dust, spikes and distant stars in the window. They are left out where frames are slow; pictures and videos always have them.
notice-plain-light = Frames are slow here: the window leaves out diffuse light, dust, spikes and distant stars. View, Full light brings them back; pictures and videos have them.
view-stars = Distant stars
    .tip = A sky of distant stars and galaxies behind the bodies. They are a backdrop and take no part in the simulation.
view-point = Point size
    .tip = Smallest radius of a body in the picture, in pixels at a height of 1,080 pixels.
view-size = Body size
    .tip = Radius of a body in the scene's unit of length; never drawn smaller than the point size.
view-trails = Trails
    .tip = Length of the trail behind each body, in frames; 0 draws none.
view-magnitudes = Magnitudes
    .tip = Spread of brightness in magnitudes, as in a field of stars; 0 makes all bodies equally bright.
view-sky = Background
    .tip = Light of the empty background.
view-negative = On white paper
    .tip = Dark bodies on a white background, for print and bright rooms.
view-field = Field of view
    .tip = Angle between the top and bottom edges of the picture, in degrees.
view-roll = Roll
    .tip = How far the camera leans to its right, in degrees. The picture turns to the left.
view-follow = Follow
    .tip = What the camera follows.
view-fit = Fit
    .tip = Moves the camera until 95 % of the bodies are in view. F
view-bookmarks = Bookmarks
    .tip = Seven views of your own, kept between sessions.
view-bookmark-hint = Click to go there; Shift-click stores the current view.
view-axes = Axes
    .tip = The coordinate axes: x red, y green, z blue.
view-grid = Grid
    .tip = A grid in the plane z = 0.
view-scale = Scale bar
    .tip = A length at the distance of the camera's target.
view-legend = Legend
    .tip = What the colours mean.
view-names = Names
    .tip = The names of the bodies, in scenes in which every body has one.
view-velocities = Velocities
    .tip = An arrow for the velocity of each body, or of 256 among many. With more than 2,048 bodies, that of the selected one.
view-accelerations = Accelerations
    .tip = An arrow for the acceleration of each body, or of 256 among many. With more than 2,048 bodies, that of the selected one.
view-center = Centre of mass
    .tip = Marks the centre of mass of all bodies.
view-areas = Swept areas
    .tip = The areas that the line from the Sun or the centre of mass to a body sweeps in equal times, with their sizes: Kepler's second law. Of two or three bodies, or else of the selected one, while it is bound.
marks-center = Centre of mass
arrows-velocity = Velocity { $value }
arrows-acceleration = Acceleration { $value }
program-symbols = Symbols for plots
    .tip = Chooses plots by E, ΔE, P and so on instead of their names.
program-title = Program
program-adapter = Adapter
    .tip = The graphics card that computes and draws. A change takes effect at once and is remembered.
program-best = Best available
program-tune = Find the fastest kernels
    .tip = Measures for up to 20 seconds which kernel is fastest for each number of bodies, and remembers it. The simulation pauses meanwhile.
program-tuning = Measuring { $count } bodies …
program-tune-stop = Stop measuring
    .tip = Discards what was measured.
notice-branch = A new branch begins at t = { $time }
notice-discarded = Discarded { $name }
notice-no-history = The memory for the timeline cannot hold this many bodies. Raise it under Program, or use fewer.
notice-key = Camera key at t = { $time }; the path has { $keys ->
        [one] one key
       *[other] { $keys } keys
    }.
notice-energy = The energy is off by { $share } %: shorten the time step to about { $step }.
notice-energy-adaptive = The energy is off by { $share } %: lower Accuracy in the panel Physics.
notice-key-follows = A path cannot follow a body that was thrown in: select another one, or follow nothing.
notice-key-own = Camera key at t = { $time }, added to the scene's own path of { $keys } keys in all. The bin on the strip clears it.
notice-no-path = There is no camera path: J sets a key with the current view.
notice-tuned = Found the fastest kernels for { $adapter }; they will be remembered.
notice-tuned-unkept = Found the fastest kernels, but could not save them for the next start: { $cause }
program-vsync = V-sync
    .tip = Limits frames to the display's rate. Without it, the graphics card draws as many as it can.
program-light = Light panels
    .tip = For bright rooms. N
pictures-title = Pictures
pictures-size = Size
    .tip = Width and height in pixels, whatever the size of the window.
pictures-size-window = Same as the window
pictures-size-1080 = 1920 × 1080
pictures-size-2160 = 3840 × 2160 (4K)
pictures-size-4320 = 7680 × 4320 (8K)
pictures-size-9216 = 16384 × 9216 (16K)
pictures-format = Format
    .tip = PNG is for screens and print. EXR holds the light itself, unbounded, for image editors and compositing.
pictures-format-png-8 = PNG, 8 bits
    .tip = For web pages and slides.
pictures-format-png-16 = PNG, 16 bits
    .tip = For editing: no bands appear when dark parts are brightened.
pictures-format-exr = EXR
    .tip = Half floats of linear light, before the tone map.
pictures-samples = Samples
    .tip = Samples along each side of a pixel, averaged: smoother points and lines, for as many times the work as there are samples.
pictures-samples-1 = 1
pictures-samples-2 = 2 × 2
pictures-samples-3 = 3 × 3
pictures-samples-4 = 4 × 4
pictures-transparent = Transparent sky
    .tip = Leaves out the sky, so that the picture can be laid over another one.
pictures-caption = Caption
    .tip = Text in the lower left corner. {"{"}time{"}"}, {"{"}steps{"}"} and {"{"}scene{"}"} are filled in. Empty for none.
pictures-credit = Credit
    .tip = Text in the lower right corner, such as your name. Empty for none.
pictures-take = Take a picture
    .tip = Saves the picture, without panels. F12
pictures-progress = Drawing a picture: { $percent } %. The simulation is paused.
pictures-drop = Stop drawing
    .tip = Cancels the picture and leaves no file.
pictures-close = Close the pictures
notice-picture-busy = A picture is being drawn. The next one can follow when it is complete.
video-title = Video
video-size = Size
    .tip = Width and height of the video in pixels, whatever the size of the window.
video-size-window = Same as the window
video-size-720 = 1280 × 720
video-size-1080 = 1920 × 1080
video-size-1440 = 2560 × 1440
video-size-2160 = 3840 × 2160 (4K)
video-rate = Frame rate
    .tip = Frames that the video shows per second, whatever the window shows while it is recorded.
video-rate-24 = 24 (film)
video-rate-25 = 25
video-rate-30 = 30
video-rate-50 = 50
video-rate-60 = 60
video-rate-120 = 120
video-length = Length
    .tip = The recording ends by itself after this much video.
video-length-open = Until R is pressed again
video-length-5 = 5 s
video-length-10 = 10 s
video-length-20 = 20 s
video-length-30 = 30 s
video-length-60 = 1 min
video-speed = A second of video shows { $time } units of time: steps per frame × frames per second × time step.
video-record = Record
    .tip = Records the picture, without panels, as an MP4 video, for the length chosen or until you press R again. Successive frames are the same number of steps apart, however slowly the window is drawn.
video-end = Stop recording
    .tip = Completes the video and saves it.
video-lamp-of = { $length } of { $most } s, { $frames } { $frames ->
    [one] frame
   *[other] frames
} at { $width } × { $height }, { $megabytes } MB
video-lamp = { $length } s, { $frames } { $frames ->
    [one] frame
   *[other] frames
} at { $width } × { $height }, { $megabytes } MB
notice-recording = Recording { $path }. R ends it.
notice-recording-ended = The recording ended early: { $cause }. The frames before that are saved.
program-history = Timeline memory
    .tip = Memory limit for stored states, at most an eighth of the machine's. When it is reached, states are thinned evenly.
program-history-used = { $used } MiB used by { $states ->
    [one] one state
   *[other] { $states } states
}
view-rotate = Rotate automatically
    .tip = The camera circles its target once in 72 seconds. U
view-fly = Fly
    .tip = W A S D Q E move the camera; drag to look around. V
view-reset = Reset the view
    .tip = Resets camera and look to the scene's. Home
view-hud = Bodies and frame rate
    .tip = In the corner of the picture. G switches between brief, with details, and hidden.
view-hud-details = Performance details
    .tip = Steps, interactions and operations per second, and the adapter, below the frame rate. G
color-by-speed = Speed
color-by-acceleration = Acceleration
color-by-distance = Distance from the centre
color-by-mass = Mass
color-by-component = Component
color-by-uniform = One colour
color-by-population = Stellar populations
    .tip = Amber bulge, cream disk, blue and pink where bodies of the disk crowd more than around, as young stars do.
color-map-starlight = Starlight
color-map-inferno = Inferno
color-map-magma = Magma
color-map-plasma = Plasma
color-map-viridis = Viridis
color-map-cividis = Cividis
color-map-turbo = Turbo

## Science

science-title = Measurements
    .tip = Measured over all bodies, taking at most a tenth of the time. In the scene's units, with G = 1.
science-kinetic = K
    .tip = Kinetic energy, K = ½ Σ m v².
science-potential = W
    .tip = Potential energy with softening ε, over all pairs: W = − Σ m₁ m₂ / √(r² + ε²).
science-energy = E
    .tip = Total energy, E = K + W. Gravity conserves it; it is negative if the system is bound.
science-error = ΔE/E
    .tip = Relative energy error since the run began, or since bodies or softening changed: (E − E₀) / |E₀|. Dimensionless.
science-total-momentum = |P|
    .tip = Total momentum, P = Σ m v. Gravity conserves it; what remains of a system at rest is rounding.
science-total-angular = |L|
    .tip = Total angular momentum about the origin, L = Σ m r × v. Gravity conserves it.
science-virial-ratio = K/|W|
    .tip = Virial ratio, Q = K / |W|: 0.5 in equilibrium, 0 at rest, above 1 unbound. Dimensionless.
science-half-mass = r₅₀
    .tip = Half-mass radius: half of the mass lies within it, measured from the densest point. In the scene's unit of length.
science-energies = Energies
    .tip = Kinetic energy K, potential energy W and their sum E against time.
science-drift = Energy error
    .tip = |E − E₀| / |E₀| against time, on a logarithmic scale. Leapfrog keeps it bounded; single-precision rounding is near 10⁻⁶.
science-momentum = Momentum
    .tip = Σ m v against time: its components and magnitude.
science-angular-momentum = Angular momentum
    .tip = Σ m r × v about the origin against time: its components and magnitude.
science-virial = Virial ratio
    .tip = Q = K / |W| against time. The line marks equilibrium, 0.5.
science-radii = Lagrangian radii
    .tip = Radii around the densest point that hold 1, 10, 50 and 90 % of the mass, against time, on a logarithmic scale.
science-density = Density profile
    .tip = Current density of 32 shells around the densest point against radius, both on logarithmic scales.
science-speeds = Speeds
    .tip = Current fraction of bodies per unit of speed; the area under the curve is 1.
tab-energies = Energy
tab-drift = Energy error
tab-momentum = Momentum
tab-angular-momentum = Angular momentum
tab-virial = Virial ratio
tab-radii = Radii
tab-density = Density
tab-speeds = Speeds
science-measured = Measured
science-plummer = Plummer model
science-save = Save as CSV
    .tip = Saves the data of this plot, or everything measured over time, as comma-separated values.
science-enlarge = Enlarge
    .tip = Shows the plot at full size. Drag to pan, scroll to zoom, right-drag to zoom into a box, double-click to show everything. In the panel, Ctrl and scroll zoom.
science-close = Close
science-too-many = Energies are measured up to { $most } bodies here: with this many, one measurement would take { $seconds } s.
science-invalid = { $count ->
    [one] One body is no longer finite and is left out. Shorten the time step.
   *[other] { $count } bodies are no longer finite and are left out. Shorten the time step.
}
science-saved = Saved: { $path }
kept-keep = Keep this curve
    .tip = This run stays in the plots under its name while others follow: total energy, its error, momentum, virial ratio and half-mass radius.
kept-name = { $integrator }, Δt { $step }, ε { $softening }
kept-nothing = Nothing has been measured yet.
kept-show = Show or hide
    .tip = Whether this run is drawn in the plots.
kept-rename = Name of the kept run
    .tip = Any name; files are named after it.
kept-save = Save this run as CSV
    .tip = Everything measured over time in this run, as comma-separated values.
kept-remove = Remove
    .tip = Takes this run out of the plots.
trial-other = Other integrator
    .tip = The integrator with which the button compares the present one.
trial-begin = Compare integrators
    .tip = Runs the present integrator and then the other one from the same start, ten seconds each, and keeps both curves. Ctrl Z returns to the run before.
trial-stop = Stop comparing
trial-progress = { $part } of 2: { $integrator }, t = { $time } of { $until }
trial-same = { $integrator } is the present integrator. Choose another one to compare it with.
trial-ended = The comparison of integrators has ended early.
trial-done = Energy error at t = { $time }: { $first } { $one }, { $second } { $two }.
science-not-saved = { $path } cannot be written ({ $cause }). Free some space, or allow writing to that folder.

## Figures over the picture

hud-bodies = { $count } bodies
hud-frames = { $rate } frames/s
hud-step = step { $step }
hud-steps = { $rate } steps/s
hud-interactions = { $rate } interactions/s
hud-flops = { $rate }FLOP/s at 20 flop

## Keys

keys-title = Keys
keys-close = Close the keys
keys-transport = Transport
keys-play = Play or pause
keys-step = Single step
keys-steps = Fifty steps
keys-slower = Half as fast
keys-faster = Twice as fast
keys-restart = Restart
keys-earlier = Earlier state
keys-later = Later state
keys-compare = Compare side by side
keys-other-half = The other half
keys-newest = Newest state
keys-reverse = Reverse
keys-scenes = Scenes
keys-shell = Rotating shell
keys-ball = Warm ball
keys-expanding = Expanding ball
keys-previous = Previous scene
keys-next = Next scene
keys-tour = Tour through the scenes
keys-copy = Copy the scene as text
keys-save = Save the run or the scene
keys-open = Open a run or a scene
keys-view = View
keys-color = Colour by the next quantity
keys-reset-view = Reset the view
keys-set-key = Set a key of the camera's path
keys-drive = Drive along the camera's path
keys-rotate = Rotate automatically
keys-fly = Fly
keys-projector = Projector mode
keys-light = Light or dark panels
keys-bookmarks = Camera bookmark; with Shift, store it
keys-flying = Fly, in flight mode
keys-fit = Fit to the bodies
keys-frame = Keep the light in the picture
keys-follow = Follow the selected body
keys-follow-mass = Follow the centre of mass
keys-hands = Hands-on
keys-look = Look and select
keys-body = Throw a body in
keys-cluster = Throw a cluster in
keys-attract = Attract
keys-delete = Delete the selected body
keys-undo = Undo the last edit, restart or change of scene
keys-redo = Redo what was undone
keys-window = Window
keys-panels = Hide or show the panels
keys-hud = Performance figures: brief, details, none
keys-screenshot = Screenshot
keys-pictures = Settings of pictures
keys-record = Record a video
keys-fullscreen = Full screen
keys-help = This overlay
keys-escape = Close, or leave full screen
keys-quit = Quit
keys-mouse = Mouse and touchpad
mouse-drag = Drag
mouse-orbit = Orbit
mouse-right-drag = Shift or right drag
mouse-pan = Pan
mouse-wheel = Wheel or pinch
mouse-zoom = Zoom
mouse-double = Double click
mouse-center = Follow the body there

## Notices

notice-close = Close
notice-not-made = The scene could not be created: Starshell ran out of memory or hit a bug. Choose fewer bodies.
notice-color = Colours show { $quantity }
notice-bookmark = View stored under { $key }
notice-no-bookmark = No view under { $key } yet. Shift and { $key } stores one.
notice-tour = Tour through the scenes
notice-no-tour = Tour ended
notice-copied = Scene copied to the clipboard as text.
notice-no-double = { $adapter } has no double precision; the simulation continues in f32+.
notice-adapter = { $adapter } took over at t = { $time }.
notice-unsaved = { $path } cannot be written ({ $error }): the settings will be lost.
notice-no-adapter = The adapter { $adapter } is no longer there; this is the best of the others.
notice-settings = { $path } cannot be read ({ $cause }). The defaults are used, and the file stays as it is.
notice-settings-line = { $path }, line { $line }: { $cause }. The other settings are used, and the original file is kept as { $copy }.
notice-settings-uncopied = { $path }, line { $line }: { $cause }. The other settings are used, but not saved, because the file cannot be backed up: { $error }.
notice-device = The graphics device was lost and has been reopened; the simulation continues from t = { $time }. Cause: { $cause }
notice-written = Saved: { $path }
notice-not-saved = { $path } was not saved, because the bodies changed before their copy had arrived. Save again.
notice-no-rescue = This run is not stored for recovery from a crash: { $cause }
rescue-offer = Starshell was interrupted last time. The run that was on stage is still there.
rescue-continue = Continue
    .tip = Go on from the last stored state of that run.
rescue-discard = Discard
    .tip = Delete the stored state.
files-save = Save
files-open = Open
files-close = Close
files-recent = Recent
files-up = Folder above
files-folder = Folder
    .tip = The folder that is listed below.
files-unlisted = The folder { $folder } cannot be listed ({ $cause }): go to another one.
files-empty = No saved runs and no scenes here.
files-name = Name
    .tip = The name of the file, or a whole path.
files-kind = Contents
    .tip = What the file will hold.
files-kind-run = Running state
    .tip = All bodies in full precision, time, trails and view: the run can be continued from here.
files-kind-scene = Scene
    .tip = A text file with the start of the run, its physics and the view. It starts anew with the same bodies.
files-save-it = Save
    .tip = Write the file.
files-replace = Replace
    .tip = A file of this name exists. It is replaced.
files-open-it = Open
    .tip = Open the file of this name.
notice-reversed = All velocities reversed.
notice-none-picked = No body is selected. Click one.
notice-mass = The number of bodies was { $before }. The total mass stays { $all }: each body now has the mass { $of }.
field-taken = { $name }: { $typed } is out of range, so { $used } was taken. It goes from { $least } to { $most }.
notice-undone = Undone. Ctrl+Y returns.
notice-redone = Redone.
notice-nothing-to-redo = There is nothing to redo.
notice-nothing-to-undo = There is nothing to undo.
notice-last-body = The last body cannot be deleted.

## Hands on

hands-title = Hands-on
tool-look = Look and select
    .tip = Drag to orbit. Click a body to select it, double-click to follow it. Q
tool-body = Throw a body in
    .tip = Drag on the picture: the length of the drag is the velocity. I
tool-cluster = Throw a cluster in
    .tip = A small star cluster in equilibrium, thrown like a body. K
tool-attract = Attract
    .tip = Press and hold on the picture to attract bodies; with Shift, to repel them. T
hands-undo = Undo
    .tip = Back to the moment before the last edit, restart or change of scene, with the plots as they were. Ctrl Z
hands-redo = Redo
    .tip = Return to what was undone last. Ctrl Y
hands-look = Click a body to select it; double-click to follow it.
hands-throw = Drag on the picture. The line is the path predicted from where the bodies are now.
hands-attract = Press and hold on the picture to pull; with Shift, to push.
hands-speed = { $speed } per unit of time
hands-mass = Mass
    .tip = Mass of what you throw in, as a percentage of the total mass.
hands-cluster-count = Bodies
    .tip = Number of bodies in the cluster.
hands-cluster-radius = Radius
    .tip = Root mean square radius of the cluster, as a fraction of that of the whole system.
hands-strength = Strength
    .tip = Change of velocity per second of holding, in units of the system's radius over its time.

body-title = Selected body
body-none = No body is selected.
body-number = Number
    .tip = Its index in the list of bodies, from 0.
body-position = Position
    .tip = x, y, z in the scene's unit of length.
body-velocity = Velocity
    .tip = x, y, z in units of length over time.
body-speed = Speed
    .tip = Magnitude of the velocity.
body-acceleration = Acceleration
    .tip = Magnitude of the acceleration at the last force evaluation.
body-mass = Mass
    .tip = In the scene's unit of mass (G = 1).
body-component = Component
    .tip = The part of the system it belongs to: disk, bulge or halo; first or second galaxy.
body-follow = Follow
    .tip = The camera follows this body. L
body-edit = Edit
    .tip = Changes its position, velocity and mass.
body-delete = Delete
    .tip = Removes this body. X or Delete
body-unpick = Deselect
body-x = x
body-y = y
body-z = z
body-vx = Velocity x
body-vy = Velocity y
body-vz = Velocity z
body-new-mass = Mass
body-apply = Apply
body-cancel = Cancel

follow-nothing = Nothing
follow-light = Light
    .tip = The camera keeps 90 % of the light in the picture. Zooming or panning ends it. Shift+F
follow-center-of-mass = Centre of mass
    .tip = The camera follows the centre of mass. M
follow-picked = Selected body
    .tip = The camera follows the selected body. L

component-part = Part { $number }
component-disk = Disk
component-bulge = Bulge
component-halo = Dark halo
component-disk-1 = First disk
component-bulge-1 = First bulge
component-halo-1 = First dark halo
component-disk-2 = Second disk
component-bulge-2 = Second bulge
component-halo-2 = Second dark halo
component-first = First body
component-second = Second body
component-third = Third body
component-mass-3 = Mass 3
component-mass-4 = Mass 4
component-mass-5 = Mass 5
legend-low = low
legend-high = high
