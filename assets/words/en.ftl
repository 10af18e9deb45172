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
    .tip = Large type, thick points, and colours for colour-blind eyes. B
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
scene-inaccuracies = What is not accurate
gallery-title = Scenes
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
physics-softening = Softening
    .tip = Plummer softening length, in the scene's unit of length: within it, gravity grows weaker instead of without bound. 0 is point masses.
physics-damping = Damping
    .tip = Factor on every velocity at each step: 1 is none, less takes energy out.
physics-integrator = Integrator
    .tip = The method that advances positions and velocities by a step.
physics-reset = Values of the scene
    .tip = Sets time step, softening, damping and integrator back to those of the scene.

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
initial-shell = Rotating shell
initial-random-ball = Random ball
initial-expanding-ball = Expanding ball
initial-classic = Classic demo
initial-plummer = Plummer cluster
initial-uniform-sphere = Uniform sphere
initial-galaxy = Disk galaxy
initial-encounter = Two galaxies
initial-kepler = Kepler pair
initial-figure-8 = Figure of eight
initial-pythagorean = Pythagorean

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
view-magnitudes = Magnitudes
    .tip = Spread of the bodies' brightness in magnitudes, as a field of stars has it; 0 makes all alike.
view-sky = Sky
    .tip = Light of the empty background.
view-field = Field of view
    .tip = Angle between the upper and the lower edge of the picture, in degrees.
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
mouse-center = Centre

## Notices

notice-close = Close
notice-not-made = The scene could not be made: Starshell ran out of memory or into a bug. Choose fewer bodies.
notice-color = Colours show: { $quantity }
notice-bookmark = View stored on { $key }
notice-no-bookmark = No view on { $key } yet: Shift and { $key } stores one.
notice-tour = Tour through the scenes
notice-no-tour = Tour ended
notice-copied = The scene is on the clipboard as text.
notice-settings = The settings could not be read ({ $fault }) and begin anew.
notice-device = The graphics device was lost and has been opened again: { $cause }
