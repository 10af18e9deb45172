# Every text of the interface, in English. A message's value is what a control is called, its attribute `tip` what the
# tooltip says. Another language is one more file beside this one, named in src/app/words.rs.

## Window

window-title = Starshell
picture-name = Picture
hint-first = Drag to orbit, scroll to zoom. Space pauses, H shows every key.

## Transport

transport-left = Left panel
    .tip = Folds or opens the panel with scene and physics.
transport-right = Right panel
    .tip = Folds or opens the panel with view and measurements.
transport-restart = Restart
    .tip = The scene from its beginning, with the present physics and view. R
transport-reverse = Reverse
    .tip = Negates every velocity: leapfrog runs back the way it came, to within rounding. Backspace
transport-play = Play
transport-pause = Pause
transport-step = Single step
    .tip = Pauses and makes one time step. Full stop
transport-steps = Several steps
    .tip = Pauses and makes as many time steps as the number beside says.
transport-steps-count = Number of steps
    .tip = How many steps the button to the left makes.
transport-speed = Speed
    .tip = Time steps from each frame to the next. The time step itself, and with it the physics, stays as it is.
transport-steps-a-frame = { $count ->
    [one] { $count } step/frame
   *[other] { $count } steps/frame
}
transport-time = t = { $time }
    .tip = Simulated time, in the units of the scene (G = 1).
transport-steps-done = { $steps ->
    [one] { $steps } step
   *[other] { $steps } steps
}
transport-progress = step { $percent } %
    .tip = One time step takes longer than a frame here: it is spread over several, so that the window keeps answering.
transport-help = Keys
    .tip = Lists every key. H or F1
transport-fullscreen = Full screen
    .tip = F11
transport-projector = Projector
    .tip = Large type, thick points, and colours for colour-blind eyes; with light panels (N), dark bodies on white. B
transport-screenshot = Screenshot
    .tip = Writes the picture without panels as PNG. F12

## Scene

scene-title = Scene
scene-choose = All scenes
    .tip = Shows every scene with its picture.
scene-previous = Previous scene
    .tip = [
scene-next = Next scene
    .tip = ]
scene-copy = Copy as a scene file
    .tip = Puts the scene as it runs on the clipboard: text for a file that Starshell opens. O
scene-more = More
scene-less = Less
scene-inaccuracies = What is not accurate
gallery-title = Scenes
gallery-bodies = { $count } bodies
gallery-note = Click one to begin it. A scene file of your own can be dropped on the window.
gallery-close = Close the scenes

## Bodies

bodies-title = Bodies
bodies-count = Count
    .tip = Number of bodies. Every body feels every other, so that twice as many take four times as long. Takes effect when applied.
bodies-fixed = This initial state has { $count ->
    [one] one body
   *[other] { $count } bodies
}.
bodies-forecast = About { $time } a step on this machine
bodies-milliseconds = { $number } ms
bodies-seconds = { $number } s
bodies-seed = Seed
    .tip = Number from which all random numbers follow: the same seed makes the same bodies on every machine.
bodies-dice = Another seed
    .tip = Takes the next seed.
bodies-apply = Apply
    .tip = Begins the scene anew with these bodies.
bodies-discard = Discard
    .tip = Takes the changes back.
bodies-making = Making { $title } …

## Physics

physics-title = Physics
physics-time-step = Time step
    .tip = Simulated time of one step, in the scene's unit of time. Too long a step loses energy conservation, and close pairs first.
physics-adaptive = Adaptive steps
    .tip = Each step follows the largest acceleration: short while bodies pass closely, never longer than the time step. What is lost is the symmetry in time that keeps the energy: it drifts, slowly, always the same way.
physics-accuracy = Accuracy
    .tip = η in: step = η √(softening / largest acceleration). Smaller is more accurate and takes longer.
physics-step-now = Step now: { $step }
physics-softening = Softening
    .tip = Plummer softening length, in the scene's unit of length: within it, gravity grows weaker instead of without bound. 0 is point masses.
physics-damping = Damping
    .tip = Factor on every velocity at each step: 1 is none, less takes energy out.
physics-integrator = Integrator
    .tip = The method that advances positions and velocities by a step.
physics-gravity = Gravity
    .tip = The kernel that sums up the pull of all bodies on each. All give the same sum, some sooner.
gravity-auto = Fastest here
    .tip = What suits this adapter and number of bodies.
gravity-symmetric = Symmetric pairs
    .tip = Each pair of bodies is evaluated once, for both of them, and summed in a fixed order: the same bits every time. For adapters with subgroups of one size.
gravity-symmetric-unordered = Symmetric pairs, unordered
    .tip = Each pair once, summed by atomic adds as they come: two runs differ by rounding.
gravity-tiles = Tiles
    .tip = Each body with every other, several bodies in a thread's registers, sources in workgroup memory: for any adapter.
gravity-naive = Naive
    .tip = One thread a body, every source from memory: what the others are compared with. CUDA-Handbook, "AoS".
gravity-one-thread = One thread for all
    .tip = A single thread of the GPU does everything, as a CPU would. Very slow, up to 16,384 bodies only. Burtscher-COT, rung 0.
gravity-soa = Arrays, one a coordinate
    .tip = As Naive, with a structure of arrays in place of an array of structures. Burtscher-COT, rung 2; CUDA-Handbook, "SoA".
gravity-uniform-batches = Constant memory
    .tip = As Naive, with sources from a uniform buffer of 64 KiB, a batch of 4,096 bodies at a time. CUDA-Handbook, "const".
gravity-tile = Tile
    .tip = One thread a body; sources go through workgroup memory in tiles of 256. COD-B8, after Nyland, Harris and Prins, GPU Gems 3 (2007).
gravity-tile-unroll-4 = Tile, unrolled by 4
    .tip = The tile with four terms of the sum in each turn of its loop.
gravity-tile-unroll-8 = Tile, unrolled by 8
    .tip = The tile with eight terms of the sum in each turn of its loop. Burtscher-COT, rung 7.
gravity-tile-unroll-16 = Tile, unrolled by 16
    .tip = The tile with sixteen terms of the sum in each turn of its loop.
gravity-tile-unroll-32 = Tile, unrolled by 32
    .tip = The tile with 32 terms of the sum in each turn of its loop.
gravity-tile-unroll-128 = Tile, unrolled by 128
    .tip = The tile with 128 terms of the sum in each turn of its loop. Burtscher-COT, rung 10.
gravity-tile-test = Tile with a test
    .tip = The tile with a test in its loop that keeps a body from itself, which softening makes needless. Burtscher-COT, before rung 8.
gravity-tile-two-loops = Tile in two loops
    .tip = The tile with two loops, up to the body and from it on, in place of the test. Burtscher-COT, rung 5.
gravity-tile-sqrt = Tile with 1 / sqrt
    .tip = The tile with a square root and a division in place of the reciprocal square root. Burtscher-COT, before rung 4.
gravity-tile-unfused = Tile, unfused
    .tip = The tile with products and sums apart, in place of fused ones; the driver may fuse them all the same. Burtscher-COT, before rung 9.
gravity-threads-1 = 1 thread a body
    .tip = What several threads a body are compared with. COD-B8, figure 8.8.15.
gravity-threads-2 = 2 threads a body
    .tip = Two threads share the sum of a body. COD-B8, figure 8.8.15.
gravity-threads-4 = 4 threads a body
    .tip = Four threads share the sum of a body, which pays where there are few bodies. COD-B8, figure 8.8.15.
gravity-threads-8 = 8 threads a body
    .tip = Eight threads share the sum of a body. COD-B8, figure 8.8.15.
gravity-threads-16 = 16 threads a body
    .tip = Sixteen threads share the sum of a body. COD-B8, figure 8.8.15.
gravity-shuffle = Subgroup shuffle
    .tip = Sources go from register to register within a subgroup, in place of workgroup memory. CUDA-Handbook, "shuffle".
gravity-atomic-pairs = Atomic pairs
    .tip = Newton's third law: each pair once, both pulls by atomic adds. The sums are in no fixed order, so that no two runs agree bit for bit. CUDA-Handbook, "atomic".
physics-precision = Precision
    .tip = How many digits the simulation computes with. More of them keep energy better in long runs and on close orbits, and take longer.
precision-f32 = f32
    .tip = Single precision throughout, 7 digits: the fastest. Energy drifts by about a millionth.
precision-f32-plus = f32+
    .tip = Forces in single precision, positions and velocities with 14 digits: what thousands of steps add up is kept. Costs next to nothing.
precision-f64 = f64
    .tip = Double precision throughout, 16 digits, measurements too. Takes two to four times as long on GPUs made for it, and far longer on others.
physics-reset = Values of the scene
    .tip = Sets time step, softening, damping, integrator, precision and adaptive steps back to those of the scene.

integrator-symplectic-euler = Symplectic Euler
    .tip = First order, one force evaluation a step: the classic demo's method.
integrator-leapfrog-kdk = Leapfrog KDK
    .tip = Second order, symplectic and reversible, one force evaluation a step. The standard.
integrator-leapfrog-dkd = Leapfrog DKD
    .tip = Second order, symplectic and reversible, one force evaluation a step, at mid-step.
integrator-forest-ruth = Forest–Ruth
    .tip = Fourth order, symplectic, three force evaluations a step.
integrator-pefrl = PEFRL
    .tip = Fourth order, symplectic, four force evaluations a step, a far smaller error than Forest–Ruth.
integrator-yoshida-6 = Yoshida 6
    .tip = Sixth order, symplectic, seven force evaluations a step.
integrator-runge-kutta-4 = Runge–Kutta 4
    .tip = Fourth order, not symplectic: the energy drifts. Four force evaluations a step.
integrator-hermite-4 = Hermite 4
    .tip = Fourth order with the jerk, for close encounters. One evaluation a step, twice as costly.

## Model

model-title = Model generator
model-kind = Initial state
    .tip = Where bodies are, and how they move, when the scene begins. Takes effect when applied.
model-defaults = Defaults
    .tip = Sets every parameter of this initial state back to its default.
model-none = This initial state has no parameters.
initial-shell = Rotating shell
    .tip = A spherical shell that turns about the vertical axis.
initial-random-ball = Random ball
    .tip = A ball of bodies with random velocities.
initial-expanding-ball = Expanding ball
    .tip = A ball that expands as the universe does: the farther, the faster.
initial-classic = Classic demo
    .tip = The three configurations of the classic CUDA demo. Every body has the mass 1.
initial-plummer = Plummer cluster
    .tip = A star cluster in equilibrium, in Hénon units: G = 1, mass 1, energy −1/4.
initial-uniform-sphere = Uniform sphere
    .tip = A homogeneous sphere, by default at rest: cold collapse.
initial-galaxy = Disk galaxy
    .tip = Disk, bulge and dark halo in equilibrium.
initial-encounter = Two galaxies
    .tip = Two disk galaxies that meet.
initial-kepler = Kepler pair
    .tip = Two bodies on a Kepler orbit.
initial-figure-8 = Figure of eight
    .tip = Three equal bodies that chase each other along one closed curve.
initial-pythagorean = Pythagorean
    .tip = Bodies of masses 3, 4 and 5 at the corners of a 3-4-5 triangle, at rest.

model-radius = Radius
    .tip = Radius at the start, in the scene's unit of length. The total mass is 1.
model-inner-radius = Inner radius
    .tip = Inner radius of the shell, in the scene's unit of length: 0 to the outer radius.
model-outer-radius = Outer radius
    .tip = Outer radius of the shell, in the scene's unit of length. The total mass is 1.
model-rotation = Rotation
    .tip = How the speed depends on the distance from the axis.
model-rotation-solid = Solid body
    .tip = The speed is proportional to the distance from the axis.
model-rotation-constant-speed = Constant speed
    .tip = Every body has the same speed, however near the axis.
model-rotation-energy = Rotation energy
    .tip = Kinetic energy of the rotation over the absolute potential energy of the smooth shell, 0 to 10. Bound where this plus the dispersion is below 1.
model-dispersion = Dispersion
    .tip = Kinetic energy of random motion over the absolute potential energy of the smooth shell, 0 to 10.
model-virial-ratio = Virial ratio
    .tip = Kinetic energy over the absolute potential energy of the smooth ball, 0 to 10: 0 is rest, 0.5 balance, above 1 unbound.
model-expansion-energy = Expansion energy
    .tip = Kinetic energy of the expansion over the absolute potential energy of the smooth ball, 0 to 10. Below 1 the ball turns round and falls back; at 1 it expands for ever, ever more slowly.
model-configuration = Configuration
    .tip = One of the demo's three configurations.
model-configuration-shell = Shell
    .tip = A thick shell that turns about the z axis as a solid body: what all seven presets use.
model-configuration-random = Random
    .tip = A ball with random velocities; its size grows with the number of bodies.
model-configuration-expand = Expand
    .tip = A ball that expands; its size grows with the number of bodies.
model-cluster-scale = Cluster scale
    .tip = The demo's number, in its unit of length: the shell reaches from 2.5 to 4 times this.
model-velocity-scale = Velocity scale
    .tip = The demo's number: the shell's angular speed is this times the cluster scale.
model-mass-cut = Mass cut
    .tip = Share of the infinite model's mass from which radii are drawn, 0.5 to 0.99999: 0.999 leaves out what lies beyond the radius 22.8. The bodies' total mass is 1 in any case.
model-disk-mass = Disk mass
    .tip = Mass of the disk, in the scene's unit of mass (G = 1).
model-disk-length = Disk length
    .tip = Scale length of the disk, in the scene's unit of length. The disk ends at ten of it.
model-disk-thickness = Disk thickness
    .tip = The height z₀ in sech²(z/z₀), in disk scale lengths: 0.01 to 0.5.
model-toomre-q = Toomre's Q
    .tip = Least value over the disk, 0.5 to 5. Below 1 rings break up; at 1 to 2 spiral arms and bars form.
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
model-disk-share = Bodies in the disk
    .tip = Share of the bodies that are in the disk, 0 to 1.
model-bulge-share = Bodies in the bulge
    .tip = Share of the bodies that are in the bulge, 0 to 1; the rest are in the halo.
model-semi-major-axis = Semi-major axis
    .tip = Half the long axis of the relative orbit, in the scene's unit of length. The period is 2π times this to the power of 3/2.
model-mass-ratio = Mass ratio
    .tip = Mass of the second over that of the first, at most 1.
model-pericenter = Pericentre
    .tip = Least distance of the two on the orbit of point masses, in the scene's unit of length.
model-eccentricity = Eccentricity
    .tip = 0 is a circle, below 1 an ellipse, 1 a parabola, above 1 a hyperbola. Two bodies take 0 to 0.999, two galaxies 0 to 10.
model-separation = Separation
    .tip = Distance at the start, in the scene's unit of length: at least the pericentre, and at most the apocentre of a bound orbit.
model-inclination-1 = Inclination, first
    .tip = Angle between the first disk and the plane of the orbit, −180° to 180°: 0° turns as the orbit does, 180° against it.
model-inclination-2 = Inclination, second
    .tip = Angle between the second disk and the plane of the orbit, −180° to 180°: 0° turns as the orbit does, 180° against it.
model-node-1 = Node, first
    .tip = Angle from +x to the line in which the first disk cuts the plane of the orbit, −360° to 360°.
model-node-2 = Node, second
    .tip = Angle from +x to the line in which the second disk cuts the plane of the orbit, −360° to 360°.
model-start = Start
    .tip = Where on the orbit the bodies begin.
model-start-apocenter = Apocentre
    .tip = Farthest apart, where they are slowest.
model-start-pericenter = Pericentre
    .tip = Nearest, where they are fastest.
model-galaxy = The galaxies
    .tip = The first galaxy, and the make of the second: it has the mass ratio times the mass and the root of that times the lengths.

## View

view-look = Look
view-camera = Camera
view-guides = Over the picture
view-color-by = Colours show
    .tip = The quantity by which bodies are coloured.
view-color-map = Colour map
    .tip = The scale of colours, from low to high.
view-exposure = Exposure
    .tip = Brightness in photographic stops: one more is twice the light.
view-bloom = Glow
    .tip = Share of the light that the lens scatters around bright spots, 0 to 1.
view-point = Point size
    .tip = Smallest radius of a body's image, in pixels of a picture 1,080 pixels high.
view-size = Body size
    .tip = Radius of a body's image in the scene's unit of length; the point size is its floor.
view-trails = Trails
    .tip = Length of the trail behind each body, in frames; 0 is none.
view-magnitudes = Magnitudes
    .tip = Spread of the bodies' brightness in magnitudes, as a field of stars has it; 0 makes all alike.
view-sky = Sky
    .tip = Light of the empty background.
view-negative = On white paper
    .tip = Dark bodies on a white ground, for print and for bright rooms.
view-field = Field of view
    .tip = Angle between the upper and the lower edge of the picture, in degrees.
view-follow = Follow
    .tip = What the camera's target goes with.
view-fit = Fit
    .tip = Goes where the picture shows 95 % of the bodies. F
view-bookmarks = Bookmarks
    .tip = Seven views of your own, kept from one start to the next.
view-bookmark-hint = Click to go there; Shift and click stores the present view.
view-axes = Axes
    .tip = The coordinate axes: x red, y green, z blue.
view-grid = Grid
    .tip = Squares of the plane z = 0.
view-scale = Scale bar
    .tip = A length at the distance of the camera's target.
view-legend = Legend
    .tip = What the colours mean.
program-title = Program
program-adapter = Adapter
    .tip = The graphics card that computes and draws. Another takes over at once, and is remembered.
program-best = The best
program-tune = Find the fastest kernels
    .tip = Measures for up to 20 seconds which kernel suits this adapter for each number of bodies, and remembers it. The simulation rests meanwhile.
program-tuning = Measuring { $count } bodies …
program-tune-stop = Stop measuring
    .tip = Nothing is remembered then.
notice-tuned = The fastest kernels for { $adapter } are found and will be remembered.
notice-tuned-unkept = The fastest kernels are found, but cannot be kept for the next start: { $cause }
program-vsync = Wait for the display
    .tip = As many frames as the display shows; without, as many as the graphics card makes.
program-light = Light panels
    .tip = For bright rooms. N
program-screenshot = Screenshot
    .tip = Width and height of the picture that F12 writes, without panels, whatever the window's size.
screenshot-window = As the window
screenshot-1080 = 1920 × 1080
screenshot-2160 = 3840 × 2160 (4K)
screenshot-4320 = 7680 × 4320 (8K)
view-rotate = Turn by itself
    .tip = The camera circles its target once in 72 seconds. U
view-fly = Fly
    .tip = W A S D Q E move the camera, dragging looks around. V
view-reset = View of the scene
    .tip = Sets camera and look back to those of the scene. Home
view-hud = Speeds
    .tip = Adapter, frames, steps and interactions a second, in the corner of the picture. G
color-by-speed = Speed
color-by-acceleration = Acceleration
color-by-distance = Distance from the centre
color-by-mass = Mass
color-by-component = Component
color-by-uniform = One colour
color-map-starlight = Starlight
color-map-inferno = Inferno
color-map-magma = Magma
color-map-plasma = Plasma
color-map-viridis = Viridis
color-map-cividis = Cividis
color-map-turbo = Turbo

## Science

science-title = Measurements
    .tip = Measured of all bodies while this is open, so seldom that it takes a tenth of the time at most. Units are those of the scene, with G = 1.
science-kinetic = K
    .tip = Kinetic energy, K = ½ Σ m v².
science-potential = W
    .tip = Potential energy with softening ε, each pair once: W = − Σ m₁ m₂ / √(r² + ε²).
science-energy = E
    .tip = Total energy, E = K + W. Gravity conserves it; negative where the system is bound.
science-error = ΔE/E
    .tip = Relative error of the energy since the run began, or since bodies or softening were changed: (E − E₀) / |E₀|. A pure number.
science-total-momentum = |P|
    .tip = Total momentum, P = Σ m v. Gravity conserves it; at rest, what is left is rounding.
science-total-angular = |L|
    .tip = Total angular momentum about the origin, L = Σ m r × v. Gravity conserves it.
science-virial-ratio = K/|W|
    .tip = Virial ratio, Q = K / |W|: 0.5 in equilibrium, 0 at rest, above 1 unbound. A pure number.
science-half-mass = r₅₀
    .tip = Half-mass radius: half of the mass lies within it, about the densest place. In the scene's unit of length.
science-energies = Energies
    .tip = Kinetic energy K, potential energy W and their sum E over time.
science-drift = Error of the energy
    .tip = |E − E₀| / |E₀| over time, on a logarithmic scale. A leapfrog keeps it bounded; what single precision rounds is near 10⁻⁶.
science-momentum = Momentum
    .tip = Σ m v over time, its components and its length.
science-angular-momentum = Angular momentum
    .tip = Σ m r × v about the origin over time, its components and its length.
science-virial = Virial ratio
    .tip = Q = K / |W| over time. The line is equilibrium, 0.5.
science-radii = Lagrangian radii
    .tip = Radii about the densest place that hold 1, 10, 50 and 90 % of the mass, over time, on a logarithmic scale.
science-density = Density profile
    .tip = Mass over volume of 32 shells about the densest place at present, against radius, both on logarithmic scales.
science-speeds = Speeds
    .tip = Share of the bodies per unit of speed at present: the area below is 1.
science-measured = Measured
science-plummer = Plummer model
science-save = Save as CSV
    .tip = Writes the numbers of this plot, or all that was measured over time, as comma-separated values.
science-enlarge = Enlarge
    .tip = Shows the plot over everything. In it, drag pans, the wheel zooms, a right drag zooms into a box, a double click shows all. In the panel, the wheel zooms with Ctrl.
science-close = Close
science-too-many = Energies need { $most } bodies or fewer here: of so many, one measurement would take { $seconds } s.
science-invalid = { $count ->
    [one] One body is no longer a finite number and is left out: shorten the time step.
   *[other] { $count } bodies are no longer finite numbers and are left out: shorten the time step.
}
science-saved = Saved: { $path }
science-not-saved = { $path } cannot be written ({ $cause }): free some space, or allow writing into that folder.

## Speeds

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
keys-restart = Restart
keys-reverse = Reverse
keys-scenes = Scenes
keys-shell = Rotating shell
keys-ball = Random ball
keys-expanding = Expanding ball
keys-previous = Previous scene
keys-next = Next scene
keys-tour = Tour through the scenes
keys-copy = Copy the scene as text
keys-view = View
keys-color = Next quantity in colours
keys-reset-view = View of the scene
keys-rotate = Turn by itself
keys-fly = Fly
keys-projector = Projector mode
keys-light = Light or dark panels
keys-bookmarks = Camera bookmark; with Shift, store it
keys-flying = Fly, in flight mode
keys-fit = Fit to the bodies
keys-follow = Follow the picked body
keys-follow-mass = Follow the centre of mass
keys-hands = Hands on
keys-look = Look and pick
keys-body = Throw a body in
keys-cluster = Throw a cluster in
keys-attract = Attract
keys-delete = Delete the picked body
keys-undo = Undo the last edit
keys-window = Window
keys-panels = Hide or show the panels
keys-hud = Hide or show the speeds
keys-screenshot = Screenshot
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
notice-not-made = The scene could not be made: Starshell ran out of memory or into a bug. Choose fewer bodies.
notice-color = Colours show: { $quantity }
notice-bookmark = View stored on { $key }
notice-no-bookmark = No view on { $key } yet: Shift and { $key } stores one.
notice-tour = Tour through the scenes
notice-no-tour = Tour ended
notice-copied = The scene is on the clipboard as text.
notice-no-double = { $adapter } has no double precision: the simulation goes on in f32+.
notice-adapter = { $adapter } has taken over at t = { $time }.
notice-unsaved = { $path } cannot be written ({ $error }): the settings will be lost.
notice-no-adapter = The adapter { $adapter } is not there any more; this is the best of the others.
notice-settings = The settings could not be read ({ $fault }) and begin anew.
notice-device = The graphics device was lost and has been opened again; the simulation goes on from t = { $time }. The cause: { $cause }
notice-written = Written: { $path }
notice-reversed = Every velocity turns round.
notice-none-picked = No body is picked: click one.
notice-undone = Back to the moment before the last edit.
notice-nothing-to-undo = There is no edit to take back.
notice-last-body = The last body cannot be deleted.

## Hands on

hands-title = Hands on
tool-look = Look and pick
    .tip = Drags turn the camera; a click picks a body, a double click follows it. Q
tool-body = Throw a body in
    .tip = Drag on the picture: the length of the drag is the velocity. I
tool-cluster = Throw a cluster in
    .tip = A small star cluster in equilibrium, thrown as a body is. K
tool-attract = Attract
    .tip = Hold on the picture to pull bodies there, with Shift to push them away. T
hands-undo = Undo
    .tip = Back to the moment before the last edit, in time too. Ctrl Z
hands-look = Click a body to pick it; double click to follow it.
hands-throw = Drag on the picture. The line is the path that it will take in the field of the bodies as they stand.
hands-attract = Hold on the picture to pull; with Shift, to push.
hands-speed = { $speed } per unit of time
hands-mass = Mass
    .tip = Mass of what is thrown in, in percent of all mass.
hands-cluster-count = Bodies
    .tip = Number of bodies of the cluster.
hands-cluster-radius = Radius
    .tip = Root mean square radius of the cluster, as a share of that of the whole system.
hands-strength = Strength
    .tip = Change of velocity a second of holding, in units of the system's radius over its time.

body-title = Picked body
body-none = No body is picked.
body-number = Number
    .tip = Its place in the list of bodies, from 0.
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
    .tip = Part of the system that it belongs to: disk, bulge, halo; first or second galaxy.
body-follow = Follow
    .tip = The camera's target goes with this body. L
body-edit = Edit
    .tip = Changes its position, velocity and mass.
body-delete = Delete
    .tip = Takes this body out. X or Delete
body-unpick = Let go
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
follow-center-of-mass = Centre of mass
    .tip = The camera's target goes with the centre of mass. M
follow-picked = Picked body
    .tip = The camera's target goes with the picked body. L

legend-low = low
legend-high = high
