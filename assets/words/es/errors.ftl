# Errors, in the order of the English table.

error-in-file = { $file }: { $message }
error-in-line = { $file }:{ $line }: { $message }
error-joined = { $first }; { $next }
error-no-adapter = no se ha encontrado ningún adaptador gráfico: instala un controlador de Vulkan para tu GPU o el renderizador por software Mesa lavapipe (Debian, Ubuntu: apt install mesa-vulkan-drivers libvulkan1)
error-no-such-adapter = ningún adaptador coincide con `{ $wanted }`: elige por índice o por una parte del nombre entre { $adapters }
error-no-surface = ningún adaptador gráfico puede mostrar imágenes en esta pantalla (encontrados: { $adapters }): instala el controlador de la pantalla, o renderiza sin ventana con `starshell render`
error-no-colors = ningún adaptador gráfico tiene un formato para los colores de esta pantalla (encontrados: { $adapters }), como en una pantalla de 16 bits: ajústala a una profundidad de 24 bits (Xvfb: `-screen 0 1280x720x24`), o renderiza sin ventana con `starshell render`
error-no-device = no se pudo abrir el adaptador { $adapter } ({ $reason }); actualiza su controlador o elige otro con --adapter
    .window = no se pudo abrir el adaptador { $adapter } ({ $reason }); actualiza su controlador o elige otro en los ajustes
error-too-large = { $what } ocuparía { $bytes } bytes, pero { $adapter } permite { $limit } como máximo; usa menos cuerpos o elementos, o una imagen más pequeña
error-out-of-memory = { $adapter } se ha quedado sin memoria ({ $what }); usa menos cuerpos o elementos, o una imagen más pequeña, o cierra otros programas
error-lost = se ha perdido la conexión con la GPU ({ $cause }); si la reinició el watchdog del controlador, usa menos cuerpos o menos pasos por fotograma
error-driver = el controlador de la GPU ha notificado un error: { $cause }
error-unwritable = no se puede escribir { $path } ({ $cause })
error-read-only = { $path } es de solo lectura: permite que se escriba o elige otro nombre
error-owned = otra ejecución está escribiendo { $path }: espera a que termine o elige otro nombre
error-foreign = { $path } ya existe y no lo escribió Starshell: muévelo o elige otro nombre
error-picture-on-adapter = no es posible una imagen de { $width }x{ $height } píxeles: en { $adapter } cada lado debe medir de 1 a { $limit }
error-picture-size = no es posible una imagen de { $width }x{ $height } píxeles: cada lado debe medir de 1 a 16384
error-samples = no son posibles { $samples } muestras por lado de píxel: de 1 a 4 sí
error-no-place = { $error }: elige otro lugar o libera espacio
error-picture-memory = las imágenes necesitan unos { $mebibytes } MiB de memoria a la vez, más de la que hay libre: usa menos imágenes o más pequeñas
error-body-table = { $file } no termina en .csv, .npy ni, para un archivo por momento, en .hdf5, .tipsy, .ply o .npz: da a --table un nombre que sí
error-encoder = no se puede codificar el vídeo ({ $cause })
error-cut-frames = { $frames ->
    [one] el primer fotograma está en { $path } y se puede reproducir
   *[other] los primeros { $frames } fotogramas están en { $path } y se pueden reproducir
}
error-cut = lo terminado hasta entonces está en { $path }
error-run-unreadable = no se puede leer la simulación guardada { $file } ({ $cause }): comprueba la ruta
error-run-foreign = { $file } no es una simulación guardada: indica un archivo guardado por Starshell, que termina en .{ $ending }
error-run-newer = { $file } lo guardó un Starshell más nuevo, en el formato { $version }, y este lee hasta el { $most }: actualiza Starshell
error-run-cut = { $file } está incompleto, le falta el final: cópialo otra vez o vuelve a guardar la simulación
error-run-damaged = { $file } está dañado (su sección { $section } no coincide con su suma de comprobación): usa otra copia
error-run-invalid = { $file } no es una simulación guardada válida ({ $message }): usa otra copia
error-scene-unreadable = no se puede leer { $file } ({ $cause }): comprueba la ruta
error-scene-foreign = { $file } { $kind }
foreign-empty = está vacío: indica un archivo de escena
foreign-run = es una simulación guardada, no una escena: ábrela en la ventana o pásala a `starshell render`, con un nombre que termine en .starshell
    .window = es una ejecución guardada con nombre de escena: dale un nombre que termine en .starshell y ábrela de nuevo
foreign-picture = es una imagen o un vídeo, no un archivo de escena: si lo hizo Starshell, `starshell render --again ARCHIVO` lo hace de nuevo, y `starshell render ARCHIVO` muestra su escena, con un nombre que termine en .png, .apng, .exr, .mp4 o .gif
    .window = es una imagen o un vídeo con nombre de escena: dale su propia terminación, como .png o .mp4, y ábrelo de nuevo
foreign-compressed = está comprimido: descomprímelo antes
foreign-utf16 = es texto en UTF-16: guárdalo como UTF-8
foreign-binary = no es texto: indica un archivo de escena, que es texto en TOML
foreign-text = es texto en otra codificación, como Latin-1: guárdalo como UTF-8
error-no-report = { $path } no es un informe de `starshell lab --json` ({ $cause }): elige otro archivo o vuelve a escribirlo
error-too-many-for-cpu = { $count } cuerpos son demasiados para sumar todos los pares en una CPU: usa menos, hasta { $most }, o el kernel `tree`
error-too-many-for-tree = { $count } cuerpos son demasiados para un árbol en una CPU: usa menos, hasta { $most }
error-no-elements = la cantidad es 0: indica una cantidad de 1 o más
error-count-zero = count es 0, pero una escena necesita al menos 1 cuerpo: pon count en 1 o más
error-count-too-many = count es { $count }, pero son posibles { $most } cuerpos como máximo: pon count en ese número o menos
error-count-fixed = count es { $count }, pero el estado inicial `{ $kind }` tiene exactamente { $fixed } cuerpos: pon count en { $fixed } u omítelo
error-no-such-name = no existe `{ $name }` ({ $what }); ¿querías decir `{ $nearest }`? Elige entre: { $all }
error-empty-name = el nombre está vacío ({ $what }). Elige entre: { $all }
error-kernel-unsupported = el kernel { $kernel } no puede ejecutarse en { $adapter }: { $missing }; usa { $remedy }
error-shader-layout = { $path }: los elementos ocupan { $bytes } bytes en el host, pero { $stride } en un array de WGSL (tamaño { $size } redondeado a la alineación): rellena el tipo del host, o declara `Element` sin relleno
error-shader-number = { $path }: `Element` no es un número de 32 bits (u32, i32, f32): omite `Monoid::number`
error-shader-constant = el kernel { $kernel } no tiene `const { $name }: u32`
error-shader-entry = el kernel { $kernel } no tiene un punto de entrada con su nombre
error-shader-no-binding = el kernel { $kernel } no tiene el enlace `{ $name }`; tiene { $bindings }
error-shader-missing-binding = falta el enlace `{ $name }` del kernel { $kernel }; necesita { $bindings }
error-shader-refused = el controlador no acepta el shader { $shader }: { $message }
error-time-step = el paso de tiempo (dt) es { $value }, pero debe ser un número finito mayor que 0 que quepa en precisión simple
error-softening = el suavizado es { $value }, pero debe ser una longitud finita de 0 o más cuyo cuadrado quepa en precisión simple
error-damping = la amortiguación es { $value }, pero debe ser un factor de 0 a 1 (1 significa sin amortiguación)
error-drag = el rozamiento es { $value }, pero tiene que ser una tasa por unidad de tiempo, 0 o mayor
error-drag-adaptive = el rozamiento necesita pasos fijos: quita el rozamiento o los pasos adaptativos
error-adaptive = la exactitud de los pasos adaptativos es { $value }, pero debe ser un número mayor que 0 cuyos pasos quepan en precisión simple, como 0.3
error-adaptive-softening = los pasos adaptativos necesitan un suavizado mayor que 0, porque de él se deriva el paso: indica un suavizado, omite adaptive o elige el integrador ias15, que divide sus pasos sin suavizado
error-adaptive-integrator = { $integrator } divide sus pasos según haga falta: omite adaptive
error-hosted-count = { $integrator } mueve hasta { $most } cuerpos, y hay { $count }: elige otro integrador o menos cuerpos
error-regions = las regiones necesitan un árbol, la precisión f32, pasos fijos, un integrador hecho de impulsos y desplazamientos y ningún campo externo, pero esta simulación tiene { $what }: cambia eso o prescinde de las regiones
regions-gravity = la gravedad { $method }
regions-integrator = el integrador { $integrator }
regions-precision = la precisión { $precision }
regions-adaptive = pasos adaptativos
regions-external = un campo externo
error-collision = los cuerpos { $first } y { $second } chocan, y los puntos sin suavizado no tienen movimiento más allá: indica un suavizado mayor que 0
error-called-off = el paso se canceló
error-tree-precision = los árboles y las mallas suman las fuerzas en precisión simple: elige la precisión f32 o f32+, o la suma directa
error-tree-integrator = los árboles y las mallas no funcionan con hermite-4, wisdom-holman ni ias15, que necesitan sumas directas: elige otro integrador o la suma directa
error-mesh-side = una malla tiene 16, 32, 64, 128 o 256 nodos por lado, no { $side }
error-mesh-law = la gravedad en una malla se suaviza con la ley de Plummer, pero la ley de fuerza es { $law }: usa plummer, un árbol o la suma directa
error-mesh-period = un periodo de { $value } no es posible: indica el lado del cubo periódico como una longitud finita mayor que 0
error-tree-opening = { $opening } no es posible para un árbol: indica un ángulo o una exactitud de 0 a 1
error-tree-angle = un ángulo de { $angle }
error-tree-accuracy = una exactitud de { $accuracy }
error-tree-leaf = no son posibles hojas de { $count } cuerpos: indica de 8 a 64
error-tree-group = no son posibles grupos de { $count } cuerpos: indica 32 o 64
error-body = en el cuerpo { $number }, { $what ->
    [velocity] la velocidad
    [mass] la masa
    [component] el componente
   *[position] la posición
} es { $value }, pero debe ser { $range }
error-initial-parameter = `{ $key }` del estado inicial es { $value }, pero debe ser { $range }
error-no-bodies = no hay cuerpos que simular: la cantidad debe ser 1 o más
error-external = el integrador { $integrator } no funciona con una fuerza externa: elige otro
error-external-range = { $key } del campo externo es { $value }, pero debe ser { $range }
error-external-frame = los cuerpos de esta simulación se calculan en torno a un punto que se mueve, y un campo actúa en torno al origen de su archivo: inicia la simulación con el campo, con sus opciones o en el archivo de la escena
error-external-period = un campo externo no cabe en un espacio periódico: omite uno de los dos
error-cpu-integrator = { $integrator } no se ejecuta en la CPU: usa leapfrog-kdk u otro integrador hecho de impulsos y desplazamientos
error-no-threads = no se pueden iniciar hilos ({ $cause })
error-no-member = ningún miembro de esta ejecución puede calcular sus fuerzas: elige otros con --members u omite la opción
    .window = ningún miembro de esta ejecución puede calcular sus fuerzas: elige otros en los ajustes
error-no-mpi = este programa se compiló sin MPI: compílalo con --features mpi
error-no-mpirun = no se puede iniciar mpirun: instala un MPI, como Open MPI
error-ranks-failed = mpirun terminó sin resultado: { $cause }
notice-member-lost = { $member } ya no calcula ({ $cause }): los demás siguen sin él
error-members = `{ $members }` no nombra miembros: escribe auto, gpu, processor, all o una lista como 0,1 o 0=3,processor=1 (adaptadores por índice, con sus partes)
error-path-empty = una ruta necesita al menos una clave: escribe [[path.key]] y debajo `at`, u omite la ruta
error-path-later = `{ $key }` es { $value }, pero debe ser posterior a la clave anterior, en { $last }
error-path-turns = `turns` es de una ruta que vuelve: añade `loop`, el tiempo en que está de vuelta en su primera clave
error-path-target = `follow` termina aquí: añade `target`, el punto al que la cámara mira en su lugar
error-path-distance = `follow` ya no es "light": añade `distance`, que ahora es una distancia en el espacio
error-range = `{ $key }` es { $value }, pero debe ser { $range }
error-setting-number = `{ $key }` debe ser { $range }
error-setting-optional = `{ $key }` debe ser { $range }, o `{ $none }`
error-setting-switch = `{ $key }` debe ser on (sí) u off (no)
error-setting-choice = `{ $key }` debe ser uno de { $all }
error-color-range = `color_range` es [{ $low }, { $high }], pero necesita dos números mayores que 0, el segundo mayor que el primero
error-follow-body = `follow` es el cuerpo { $index }, pero los { $count } cuerpos están numerados de 0 a { $last }
error-follow-unknown = { $error }, o el número de un cuerpo
error-follow-number = los cuerpos se numeran de 0 a { $last }, así que { $number } no es un cuerpo
error-not-classic = `faithful` es para los ajustes clásicos, pero el estado inicial es `{ $kind }`: omite `faithful` o ponlo en false
error-scene-unknown = { $error }; o indica la ruta de un archivo de escena que termine en .toml, o de una tabla de cuerpos en .csv o .txt
error-scene-no-key = aquí no existe la clave `{ $key }`: quítala
error-scene-key-missing = falta la clave `{ $key }`: añádela a esta tabla
error-scene-no-toml = esto no es TOML: «{ $message }»
error-scene-count-missing = falta la clave `count`: añádela, con el número de cuerpos
error-scene-most = `most` es { $most }, pero debe ser un número posible de cuerpos, al menos { $count }
error-scene-seed = `seed` es { $seed }, pero el valor máximo es { $most }
error-scene-trail-length = `trail_length` es un número de fotogramas, de 0 a 256, de escenas antiguas: escribe `trails` en su lugar, en tiempo simulado
error-scene-initial = `initial` debe ser una tabla: escribe [initial] y debajo su `kind`
error-scene-kind = [initial] necesita un `kind`, que es uno de { $kinds }
error-scene-bodies = `kind`: `bodies` son cuerpos propios, que un archivo de escena no contiene: indica el archivo de los cuerpos o una simulación guardada en lugar de la escena, o elige otro
error-scene-component = `{ $key }` tiene { $part }, pero los componentes están numerados de 0 a 31
error-scene-color-range = `color_range` es [{ $low }, { $high }], pero necesita dos números mayores que 0 (la escala es logarítmica), el segundo mayor que el primero
error-video-size = { $format } no admite { $width }x{ $height } píxeles: { $remedy }
error-caption = `{ $found }` no representa nada: usa {"{"}time{"}"}, {"{"}steps{"}"}, {"{"}scene{"}"} o texto normal
error-gif-rate = GIF admite 50 fotogramas por segundo como máximo, no { $rate }: usa `--fps 25` o `--fps 50`, o un nombre que termine en .mp4
error-not-resumable = los puntos de control son para vídeos .mp4 del codificador integrado, para .apng y para imágenes: da a --out otro nombre o quita --checkpoint
error-begun-other = el punto de control es de otra salida: usa el que está junto a ella
error-begun-changed = { $file } ha cambiado desde el punto de control: borra ambos para empezar de nuevo
error-frame-missing = falta { $file }, que según el punto de control ya está dibujado: devuélvelo a su sitio o borra el punto de control para empezar de nuevo
error-table-not-resumable = { $file } es un solo archivo para todos los instantes, que ningún otro proceso puede continuar: da un nombre que termine en .hdf5, .tipsy, .ply o .npz, con un archivo por instante, o quita --checkpoint
error-table-no-forces = { $file } tiene columnas propias para todos los instantes: para aceleraciones y potenciales da un nombre que termine en .hdf5, .ply o .npz, o quita --forces
error-apng-rate = APNG no admite { $rate } fotogramas por segundo: usa un número entero
error-no-ffmpeg = el códec { $codec } necesita el programa ffmpeg ({ $cause }): instálalo desde ffmpeg.org o los paquetes de tu sistema, o usa `--codec h264`, que no lo necesita
error-ffmpeg-lacks = el códec { $codec } necesita un ffmpeg con { $encoder }, y el del PATH no lo tiene: instala una versión completa de ffmpeg.org, o usa `--codec h264`
error-no-alpha = { $path } no admite un cielo transparente: usa .mov (ProRes, con ffmpeg), .apng o una carpeta de imágenes
error-eight-bits = { $path } contiene 8 bits por canal: omite --depth y --format, o indica una carpeta de imágenes
error-codec-of-file = { $path } no puede contener el códec { $codec }: usa un nombre que termine en .{ $endings }
error-codec-of-ending = un archivo .{ $ending } no puede contener el códec { $codec }: usa un nombre que termine en .{ $endings }
error-video-ending = { $path } no tiene la extensión de un vídeo: usa .mp4, .mov, .mkv o .webm, .gif o .apng para un bucle, o ninguna para una carpeta de imágenes
video-h264 = H.264 con colores 4:2:0
video-this-codec = este códec

# Cuerpos de archivos de otros programas.

error-import-unreadable = no se puede leer { $file } ({ $cause }): comprueba la ruta
error-import-lines = { $message } ({ $count ->
    [one] también la línea { $lines } está mal
   *[other] otras { $count } líneas están mal: { $lines }
})
import-not-text = esto no es texto en UTF-8: guarda el archivo en UTF-8
import-not-utf8 = esto parece texto en { $encoding }: guarda el archivo en UTF-8
import-binary = esto es un archivo binario, no texto: indica una tabla de cuerpos
import-packed = esto es un archivo comprimido { $kind }: descomprímelo antes
import-other-kind = esto es un archivo { $kind }, no una tabla de texto: exporta antes sus cuerpos como texto
import-empty = no hay cuerpos: escribe una línea de números para cada uno
import-too-many = hay { $count } cuerpos, pero son posibles { $most } como máximo: quita algunos
import-column-twice = el encabezado nombra dos veces la columna `{ $column }`: cambia el nombre de una
import-columns-missing = faltan estas columnas: `{ $missing }`; nombra todas las de `{ $all }` en un encabezado o con --columns
    .window = faltan estas columnas: `{ $missing }`; nombra todas las de `{ $all }` en un encabezado
import-not-header = la primera línea, `{ $names }`, no es una línea de números ni un encabezado que nombre las columnas: { $why }
import-no-header = el número de columnas es { $count }, y no hay encabezado: nómbralas en una primera línea, entre ellas `{ $all }`
import-units-mixed = las unidades del encabezado deben estar en las siete columnas o en ninguna, iguales para x, y y z, e iguales para vx, vy y vz, y las de un comentario no deben contradecirlas
import-units = las unidades `{ $units }` no se conocen: indica las de longitud, velocidad y masa, como `pc km/s Msun` (`Mpc` es un megapársec, `mpc` un milipársec)
import-fields = el número de campos es { $count } en lugar de { $wanted }: completa la línea, o pon # delante para omitirla
import-not-number = `{ $field }` en la columna { $column } no es un número: corrígelo, o pon # delante de la línea para omitirla
import-not-finite = `{ $field }` en la columna { $column } no es un número finito: corrígelo, o pon # delante de la línea para omitirla
import-too-small = `{ $field }` en la columna { $column } es menor de lo que admite la doble precisión: escribe 0 o usa otras unidades
import-ambiguous = el signo de `{ $field }` en la columna { $column } puede preceder a los decimales o separar los millares: escribe todos los números con punto decimal y nada entre los millares
import-negative = la masa es { $field }, pero debe ser 0 o mayor: corrígela, o pon # delante de la línea para omitirla
import-no-moment = no hay un momento { $number }, pues el número de momentos es { $count }: indica uno de 1 a { $count }, o `last`
import-no-series = nada indica una serie de momentos: omite --at, o llama `t` a la columna de los tiempos en un encabezado o con --columns
import-doubt-time = la columna `{ $column }` tiene { $count } tiempos o pasos distintos, de modo que parece una serie de momentos
import-doubt-identity = la columna `{ $column }` nombra los mismos cuerpos hasta { $count } veces, de modo que parece una serie de momentos
import-doubt-blocks = las líneas vienen en { $count } bloques de { $bodies }, de modo que parece una serie de momentos
import-doubt-place = un cuerpo vuelve al mismo lugar en cada una de { $count } partes de las líneas, de modo que parece una serie de { $count } momentos de { $bodies } cuerpos
import-doubt-no-header = el número de columnas es { $count }, y no hay encabezado, de modo que solo cabe adivinar: { $guess }
import-doubt-names = no hay un encabezado legible, pero un comentario desde la línea { $line } parece nombrar columnas
import-doubt-negative = la última de siete columnas sin encabezado, normalmente la masa, tiene números negativos
import-doubt-massless = la última de siete columnas sin encabezado, normalmente la masa, es 0 en todas las líneas
import-doubt-constant = la primera de siete columnas sin encabezado, normalmente x, es igual en todas las líneas, como las masas y los tiempos
import-doubt-increasing = la primera de siete columnas sin encabezado, normalmente x, solo aumenta, como los tiempos y los números de cuerpos
import-doubt-kilograms = no se indican unidades, y una masa de { $mass } parece estar en kilogramos, como en "m m/s kg" o "km km/s kg", lo que no conviene a G = 1
import-doubt-units = no se indican unidades, y con G = 1 estos cuerpos no serían un sistema ligado, como sí lo serían en { $units }
import-doubt-snapshots = el archivo contiene { $count } instantáneas
import-doubt-usual = el archivo no indica sus unidades; son posibles tanto G = 1 como las habituales del formato, { $units }
import-no-types = una tabla no tiene tipos de cuerpos: omite --component
import-none-taken = ningún cuerpo está a esa distancia del punto: da a --within un radio mayor u otro punto
import-short-series = una película necesita al menos dos instantáneas: indica una carpeta, un patrón entre comillas como 'snap_*.hdf5' o un archivo con varias
import-no-ids = las instantáneas no tienen identificadores, y a { $before } cuerpos les siguen { $after }: nada dice cuál es cuál
import-doubt-comment = el comentario de la línea { $line } parece nombrar unidades, `{ $units }`, pero no a la manera de `# units: pc km/s Msun`
import-doubt-column-units = la columna `{ $column }` parece nombrar unidades, `{ $units }`, lo que no dice en cuáles están las demás columnas
import-remedy-columns = di qué columna es cada una en un encabezado o con --columns, como --columns m,x,y,z,vx,vy,vz, con - para omitir una
import-remedy-moment = di cuál se quiere con --at last, con --at y su número desde 1, o con --at all si cada línea es un cuerpo
import-remedy-units = di qué miden los números con --units "LONGITUD VELOCIDAD MASA", o --units none para G = 1
error-import-doubt = { $reason }: { $remedy }
import-size = los cuerpos llegan hasta { $size }, pero la cámara muestra de { $least } a { $most }: indica qué miden los números, como `# units: m m/s kg`
import-mass = la masa de todos los cuerpos es { $mass }, pero la precisión simple sirve de { $min } a { $max }: indica qué miden los números, como `# units: m m/s kg`
import-description = { $count ->
    [one] Un cuerpo
   *[other] { $count } cuerpos
} del archivo { $file }.
import-inaccuracies = El paso de tiempo, el suavizado, la duración y la vista se deducen del número, los tamaños y las velocidades de los cuerpos. Quizá no convengan a lo que son: compruébalos con el error de la energía.
own-integrator = integrador { $name } en { $precision }: { $why }
own-integrator-orbits = un cuerpo pesa cien veces más que los demás, y estos se mueven en órbitas a su alrededor, lejos unos de otros
own-integrator-followed = tan pocos cuerpos se siguen a través de cada encuentro, con pasos que él divide
own-integrator-resolved = de cuarto orden, porque hay que resolver órbitas individuales
own-integrator-many = el habitual para muchos cuerpos
own-softening = suavizado { $length }: { $why }
own-softening-few = ninguno, porque tan pocos cuerpos se siguen uno a uno; los encuentros más cercanos que ahora necesitan pasos más cortos o el integrador ias15
own-softening-followed = ninguno, porque los encuentros se resuelven por cercanos que sean
own-softening-light = ninguno, porque apenas hay cuerpos que atraigan a otros
own-softening-double = una centésima del radio que contiene la mitad de los cuerpos, porque dos de ellos están en el mismo lugar
own-softening-neighbors = un cuarto de la mediana de la distancia entre vecinos, { $length }
own-softening-orbit = una centésima de la menor distancia de una órbita en torno a un cuerpo pesado, { $length }
own-softening-unresolved = lo que resuelve el paso de tiempo, porque hay órbitas que se acercan más a un cuerpo pesado
own-softening-place = solo a partir de las velocidades, porque los cuerpos están en el mismo lugar
own-step = paso de tiempo { $time }: { $why }
own-step-orbit = 1/{ $parts } del período orbital más corto, { $time }
own-step-crossing = 1/{ $parts } del tiempo en cruzar el suavizado a la velocidad típica, { $time }
own-step-collapse = 1/{ $parts } del tiempo en que cambia el sistema en su conjunto, { $time }, porque los cuerpos son lentos y colapsarán a { $part } veces su tamaño
own-step-pair = 1/{ $parts } del período orbital de dos de los cuerpos más pesados a la distancia del suavizado, { $time }
own-step-whole = 1/{ $parts } del tiempo en que cambia el sistema en su conjunto, { $time }: √(r³/(G m)) para el radio r que contiene la mitad de los cuerpos
own-step-floor = { $step }; algunas órbitas se acercan más de lo que resuelve: comprueba el error de la energía

# What a number must be.

range-finite = un número finito
range-finite-single = un número finito en precisión simple (3.4e38 como máximo)
range-not-negative = 0 o más
range-component = { $most } como máximo en precisión simple
range-scale = un número mayor que 0, de 1e-6 a 1e6
range-positive = un número finito mayor que 0, { $most } como máximo
range-within = un número de { $least } a { $most }
range-up-to = un número de 0 a { $most }, es decir, hasta { $value }
range-orbit = una distancia de la órbita, del pericentro { $least } al apocentro { $most }
range-planets = un número entero de 1 a { $most }

# What a kernel or an adapter lacks, and what to use instead.

missing-single-precision = solo calcula en precisión simple
missing-loops = el controlador termina los bucles tras { $limit } iteraciones
missing-loops-and-memory = el controlador termina los bucles tras { $limit } iteraciones, y en la memoria no caben más sumas parciales
missing-subgroups = necesita subgrupos
missing-subgroups-of-one-size = necesita subgrupos de un solo tamaño
missing-subgroups-of-sizes = necesita subgrupos de un solo tamaño, de { $least } a { $most }
missing-subgroups-and-memory = necesita subgrupos de un solo tamaño (8, 16 o 32 hilos) y 16 KiB de memoria por grupo de trabajo
missing-memory-for-sums = en la memoria no caben las sumas
missing-atomic-floats = necesita sumas atómicas de números de coma flotante
missing-uniform-buffers = necesita búferes uniform más grandes
missing-features = le falta { $features }
missing-fft-length = no tiene líneas de { $length } elementos
missing-double = no tiene doble precisión (SHADER_F64)
missing-precision = no tiene kernel en { $precision }
missing-tree-in-double = un árbol suma en precisión simple
missing-tree-jerks = un árbol no conoce el cambio de las aceleraciones
missing-tree-room = un árbol de { $count } cuerpos es demasiado grande para sus búferes, en los que caben { $most } cuerpos
missing-region-room = una región de { $count } cuerpos es demasiado grande para sus búferes, en los que caben { $most } cuerpos
missing-mesh-portions = varios miembros no pueden compartir una malla
missing-fast-math = WGSL no tiene ninguna opción de matemática rápida
missing-bodies = no hay cuerpos
missing-softening = sin suavizado, los cuerpos en un mismo lugar dividirían por cero
missing-watchdog-bodies = más de { $most } cuerpos mantendrían ocupado un hilo hasta que lo detuviera el watchdog del controlador
missing-watchdog-elements = más de { $most } elementos mantendrían ocupado un hilo hasta que lo detuviera el watchdog del controlador
missing-dispatch = un lanzamiento tiene como máximo { $most } grupos de trabajo de 256 cuerpos
missing-workgroups = necesitaría { $groups } grupos de trabajo en una fila, pero el adaptador permite { $limit }
missing-threads = tiene { $threads } hilos
missing-keys = ordena { $most } claves como máximo
missing-keys-in-workgroup = en su único grupo de trabajo caben { $most } claves, y hay { $count }
missing-operator = solo calcula sumas prefijas, no con { $operator }
missing-wide-keys = solo ordena claves de 32 bits
missing-unrolled = sus niveles están escritos para grupos de trabajo de 128 hilos
missing-power-of-two = { $threads } no es una potencia de dos de 32 a 1024
missing-workgroup-size = sus grupos de trabajo tienen { $most } hilos como máximo
missing-whole-subgroup = { $threads } hilos son menos que un subgrupo
missing-launches = más de { $most } lanzamientos tardan minutos
missing-software = esta máquina no tiene ningún adaptador por software
missing-one-thread = lavapipe se ejecuta en todos los hilos, y el programa del texto en uno
remedy-precision-or-auto = la precisión f32 o f32+, u otro kernel como auto
remedy-precision-or-direct = la precisión f32 o f32+, o la suma directa
remedy-integrator = un integrador distinto de hermite-4
remedy-fewer-bodies = menos cuerpos
remedy-mesh-alone = --members gpu, u otra gravedad
remedy-fewer-bodies-or-integrator = menos cuerpos, o un integrador distinto de hermite-4
remedy-fewer-bodies-or-auto = menos cuerpos, u otro kernel como auto
remedy-fewer-bodies-or-rung = menos cuerpos, u otro peldaño
remedy-fewer-elements-or-auto = menos elementos, u otro kernel como auto
remedy-fewer-keys-or-auto = menos claves, u otro kernel como auto
remedy-fewer-launches = menos lanzamientos
remedy-fewer-threads = menos hilos
remedy-threads-per-workgroup = más hilos por grupo de trabajo
remedy-workgroups = grupos de trabajo de 128 hilos
remedy-rung = otro peldaño
remedy-adapter = otro adaptador
remedy-adapter-or-auto = otro adaptador, u otro kernel como auto
remedy-adapter-or-single = otro adaptador, o precisión simple
remedy-single-or-last-rung = la precisión f32, o rung-10 en f64
remedy-auto = otro kernel como auto
remedy-side = otro número de puntos u otro kernel
remedy-tree-size = ese número de cuerpos o menos, hojas más grandes, o la suma directa
remedy-region-size = más regiones
remedy-numbers = números de 32 bits
remedy-single-or-double = la precisión f32 o f64
remedy-body = al menos un cuerpo
remedy-softening = un suavizado de 1e-10 o más
remedy-lavapipe = lavapipe, de Mesa
remedy-one-thread = LP_NUM_THREADS=1 en el entorno
remedy-sides = los lados llegan hasta { $most }
remedy-even-sides = la anchura y la altura deben ser pares, como { $width }x{ $height }
remedy-sides-of-h264 = el codificador admite lados de { $least } a { $width }x{ $height }, también en vertical; los mayores necesitan `--codec hevc`

# What a name is that nothing has.

noun-key = clave
noun-value = valor
noun-word = palabra
noun-scene = escena
noun-initial-state = estado inicial
noun-integrator = integrador
noun-way-to-drive-members = modo de dirigir a los miembros
noun-member = miembro
noun-force-law = ley de fuerza
noun-precision = precisión
noun-kernel = kernel
noun-rotation-law = ley de rotación
noun-apsis = ápside
noun-configuration = configuración
noun-system-of-units = sistema de unidades
noun-style = estilo
noun-colour-map = mapa de color
noun-colour-by-value = magnitud de los colores
noun-column = columna
noun-component = componente
noun-experiment = experimento
noun-break = parte que quitar
noun-kernel-of-the-workbench = kernel del taller
noun-kind-of-question = tipo de pregunta
noun-block = bloque
noun-page = página
noun-plot = gráfica
noun-overlay = superposición
noun-part-of-the-side-panel = parte del panel lateral

# A value of the wrong kind in a file.

toml-key = `{ $key }`: { $message }
toml-expected = hace falta { $wanted }, no { $found }
toml-a-text = un texto entre comillas
toml-a-switch = true o false
toml-a-number = un número
toml-found-text = el texto { $value }
toml-found-value = el valor { $value }
toml-found-list = una lista
toml-found-table = una tabla
toml-found-count = { $count } de ellos
toml-a-list = una lista
toml-a-table = una tabla
toml-a-list-of-numbers = una lista de { $count } números
toml-a-whole-number = un número entero de { $least } a { $most }

# Mistakes in a lesson's file.

error-lesson-file = { $file }, línea { $line }: { $cause }
error-lesson-long = una lección tiene como máximo { $most } bytes, y este archivo tiene { $length }: divídelo
error-lesson-head = una lección empieza con `+++`, su título, sus minutos y sus objetivos en TOML (title, minutes, aims) y otra vez `+++`
error-lesson-head-end = el TOML del principio no termina: pon `+++` después
error-lesson-before-card = hay texto antes de la primera ficha: empiézala con `# ` y un título
error-lesson-no-card = una lección necesita una ficha: una línea que empiece con `# `
error-lesson-minutes = las fichas duran { $cards } minutos, y la lección { $lesson }: cambia lo uno o lo otro
error-lesson-title = el título tiene { $letters } letras; en una página caben hasta { $most }
error-lesson-block-end = el bloque { $block } no termina: pon ``` después, en una línea propia
error-lesson-recall = ninguna ficha anterior tiene la predicción `{ $name }`
error-lesson-control = no existe el control ni la opción `{ $key }`: toma la clave de su texto en assets/words/en
error-lesson-needs-bench = `{ $key }` necesita un kernel del taller: añade `bench`
error-lesson-two = una ficha muestra un experimento o un kernel: quita `experiment` o `bench`
error-lesson-exercise = `{ $bench }` tiene los ejercicios 1 a { $count }, no { $number }
error-lesson-number = { $key } es { $value }, pero debe ser { $range }
error-lesson-card-minutes = un número mayor que 0, hasta 600
error-lesson-above-zero = un número mayor que 0
error-lesson-for-scene = count es para una escena: añade `scene`
error-lesson-count = count es { $count }: { $cause }
error-lesson-for-experiment = { $key } es para un experimento: añade `experiment`
error-lesson-no-drawings = { $key } es { $number }, pero { $name } no tiene dibujos: quítalo
error-lesson-one-drawing = drawing es { $number }, pero { $name } solo tiene un dibujo: quítalo
error-lesson-drawings = drawing es { $number }, pero { $name } tiene los dibujos 1 a { $count }
error-lesson-size = size es { $size }, pero este dibujo existe en { $sizes }
error-lesson-wait-never = wait con { $key } = false no esperaría nada: escribe { $key } = true
error-lesson-wait-number = wait tiene { $wait }, pero debe ser un número mayor que 0
error-lesson-wait-nothing = wait con set necesita un control, como physics-softening = 0.1
error-lesson-wait-infinite = wait tiene `{ $key }` = { $number }, que no es un número
error-lesson-wait-range = wait tiene `{ $key }` = { $range }, pero en un intervalo va primero el extremo menor
error-lesson-options = options tiene menos de dos: añade otra
error-lesson-right = right es { $right }, pero las opciones van de 1 a { $count }
error-lesson-answer = answer es { $answer }, que no es un número
error-lesson-range = en range va primero el extremo menor
error-lesson-wrong = wrong tiene `{ $answer }`: { $cause }
error-lesson-wrong-twice = está dos veces
error-lesson-wrong-reason = no tiene explicación
error-lesson-option = las opciones van de 1 a { $count }
error-lesson-option-right = esa opción es correcta
error-lesson-finite = hace falta un número finito
error-lesson-number-right = ese número cuenta como correcto
error-lesson-a-range-first = en un intervalo va primero el extremo menor
error-lesson-range-right = una parte de ese intervalo es correcta
error-lesson-shown = este bloque se mostraría como código: empiézalo al principio de una línea con ```{ $name } y nada más
error-lesson-torn = este `{ $sign }` se muestra como texto: una fórmula termina con `{ $sign }`, y cada `{"{"}` suyo tiene un `{"}"}`; el signo de dinero es `\{ $sign }`
error-lesson-html = las fichas no tienen HTML: escribe Markdown
error-lesson-picture = `{ $path }` no es una imagen: la imagen de una escena es `![lo que muestra](scene:shell)`
error-lesson-grid = una cuadrícula está mal: { $message }
error-lesson-grid-columns = una cuadrícula tiene de 1 a { $most } columnas, no { $count }
error-lesson-grid-rows = una cuadrícula tiene de 1 a { $most } filas, no { $count }
error-lesson-formula-letter = `{ $letter }` inesperado en la fórmula `{ $formula }`
error-lesson-formula-brace = una fórmula termina antes de su `{"}"}`
error-lesson-formula-base = una fórmula no tiene nada antes de su `{ $sign }`
error-lesson-formula-twice = una fórmula tiene `{ $sign }` dos veces en el mismo lugar: pon {"{"} {"}"} alrededor del primero
error-lesson-formula-deep = una fórmula tiene partes dentro de partes a más de { $most } niveles: escríbela en varias
error-lesson-formula-end = una fórmula termina demasiado pronto
error-lesson-formula-close = `{"}"}` inesperado en una fórmula
error-lesson-formula-words = `\text` necesita palabras entre {"{"} {"}"}
error-lesson-formula-name = tras una `\` en una fórmula debe ir el nombre de un signo, como \pi
error-lesson-formula-command = las fórmulas no conocen `\{ $name }`: escribe el signo mismo, o \text{"{"}{ $name }{"}"}
error-lesson-missing = falta { $key }: añádelo
error-lesson-a-list = una lista como ["a", "b"]
error-lesson-a-table = una tabla como {"{"} key = 1 {"}"}
error-lesson-a-reason = una tabla como {"{"} answer = 1, reason = "why" {"}"}
error-lesson-a-range = un intervalo como [0.1, 0.3]
error-lesson-a-place = un número entero desde 0
error-lesson-condition = una ficha espera una sola cosa, como {"{"} time = 3 {"}"}, {"{"} answer = true {"}"} o {"{"} set = {"{"} physics-softening = 0.1 {"}"} {"}"}
error-lesson-goal = un control se pone en un número, un intervalo como [0.1, 0.3], true, false o la clave de una opción

# What is wrong with a kernel on the workbench, how its process ended, and what went wrong beside it.

fault-long = el texto tiene { $bytes } bytes; se permiten hasta { $most }
fault-brackets = aquí hay más de { $most } paréntesis abiertos
fault-compiler = el propio compilador falla con este texto
fault-said = el compilador dice «{ $message }»
fault-type = esto ocupa { $bytes } bytes; un tipo puede ocupar { $most } bytes en el taller
fault-type-huge = esto ocupa 4 GiB o más; un tipo puede ocupar { $most } bytes en el taller
fault-variables = las variables de un hilo ocupan { $bytes } bytes; se permiten hasta { $most }
fault-binding = @binding({ $number }) es `{ $is }`, pero debe ser `{ $must }`, como en el original
fault-binding-unknown = @group({ $group }) @binding({ $number }) no contiene nada: el original no tiene ese enlace
fault-binding-twice = @binding({ $number }) aparece dos veces
fault-binding-missing = falta @binding({ $number }), `{ $name }` en el original
fault-override = `override { $name }` no recibe ningún valor aquí: usa `const`
fault-entry = no hay ningún `@compute @workgroup_size(…) fn { $name }`, por donde empieza el taller
fault-threads = un grupo de trabajo tiene { $threads } hilos; el adaptador permite de 1 a { $most }
fault-sides = un grupo de trabajo mide { $sides } hilos; el adaptador permite { $most }
fault-memory = el kernel necesita { $bytes } bytes de memoria de grupo de trabajo, pero el adaptador permite { $most }
workbench-watchdog = falló su supervisión
workbench-late = no empezó en { $seconds } s
workbench-signal = señal { $number }
workbench-exit-code = código de salida { $code }
workbench-no-bench = no hay ningún kernel `{ $name }` en el taller
error-chart = no se puede dibujar el gráfico: { $cause }
error-chart-size = su imagen tendría { $width } por { $height } píxeles
error-wrong = { $bench }: { $kernel } da resultados erróneos en { $adapter } ({ $what }), así que su velocidad no significa nada; actualiza el controlador o informa del error
encoder-ffmpeg = ffmpeg dice «{ $message }»
encoder-ffmpeg-silent = ffmpeg terminó sin decir por qué
encoder-ffmpeg-empty = ffmpeg terminó sin errores, pero no escribió ningún vídeo
encoder-panicked = un hilo se interrumpió
encoder-no-frames = no hay fotogramas
encoder-ended = ya ha terminado
encoder-other-size = una imagen tiene otro tamaño que el vídeo
error-recipe-unreadable = no se puede leer { $file } ({ $cause }): comprueba la ruta
error-recipe-unreadable-text = no se puede leer { $file } ({ $cause }): usa otra copia
error-recipe-missing = { $file } no dice cómo se hizo: usa una imagen o un vídeo hecho por Starshell después de la 0.3.0, o el archivo .toml que lo acompaña
error-recipe = la receta de { $file } no es válida: { $message }
words-said = «{ $message }»
report-experiments = tiene { $count } experimentos, pero se pueden mostrar { $most } como máximo
report-ends = termina demasiado pronto
report-twice = tiene { $experiment } dos veces: quita una
report-results = { $experiment } tiene { $count } resultados, pero se pueden mostrar { $most } como máximo
report-number = { $name } de { $variant } en { $experiment } es { $value }, que ninguna medición da
report-text = el nombre de un resultado en { $experiment } tiene { $letters } letras; se pueden mostrar hasta { $most }

# Matrices dispersas.

error-sparse-empty = una matriz de { $rows } filas y { $columns } columnas no tiene elementos: indica al menos una fila y una columna
error-sparse-too-large = una matriz de { $rows } filas, { $columns } columnas y { $nonzeros } elementos no nulos es demasiado grande: las filas y los elementos juntos, y las columnas, pueden ser 2147483648 como máximo, y ningún lugar puede ocuparse dos veces
error-sparse-pointers = una matriz de { $rows } filas necesita { $wanted } punteros de fila, y hay { $count }: indica uno por fila y, al final, el número de elementos no nulos
error-sparse-values = hay { $columns } índices de columna para { $values } valores: indica uno para cada uno
error-sparse-ends = los punteros de fila van de { $first } a { $last }, pero hay { $nonzeros } elementos no nulos: el primero debe ser 0 y el último su número
error-sparse-falls = la fila { $row } de la matriz empieza en { $first } y termina antes, en { $end }: los punteros de fila no deben decrecer
error-sparse-past-end = { $place } está en la fila { $row } y la columna { $column } de una matriz de { $rows } filas y { $columns } columnas, todo contado desde 1: mantenlo dentro
error-sparse-range = los números de la fila { $row }, o la suma de sus valores absolutos, son demasiado grandes para { $precision }: reduce la escala de la matriz o calcula en f64
error-sparse-no-room = no hay memoria para una matriz de { $rows } filas, { $columns } columnas y { $nonzeros } elementos no nulos: hazla más pequeña
sparse-nonzero = el elemento { $place }
sparse-triangle = un vértice del triángulo { $place }
at-line = línea { $line }: { $what }
market-unreadable = no se puede leer ({ $reason })
market-long = tiene más de { $most } bytes, así que no es una línea de números
market-header = la primera línea de un archivo Matrix Market debe ser como «%%MatrixMarket matrix coordinate real general», no «{ $found }»
market-kind = no se pueden leer matrices del tipo «{ $kind }»: da coordenadas, con valores real, integer o pattern, general, symmetric o skew-symmetric
market-size = se esperaban los números de filas, columnas y entradas
market-not-square = una matriz simétrica de { $rows } filas no puede tener { $columns } columnas: hazla cuadrada o general
market-fewer = el archivo termina tras { $count } de { $wanted } entradas: usa otra copia
market-more = hay más entradas que las { $wanted } anunciadas: corrige la línea del tamaño
market-entry = se esperaba una entrada: fila, columna y un valor finito
market-pattern-entry = se esperaba una entrada de un patrón: fila y columna
market-past-end = la entrada de la fila { $row } y la columna { $column } está fuera de la matriz de { $rows } filas y { $columns } columnas: cuenta ambas desde 1 o corrige la línea del tamaño
market-both-halves = la entrada de la fila { $row } y la columna { $column } está al otro lado de la diagonal que las anteriores: da una mitad de una matriz simétrica o llámala general
market-skew-diagonal = una matriz antisimétrica no tiene nada en su diagonal: omite la entrada
error-solver-not-square = un sistema de { $rows } ecuaciones con { $columns } incógnitas no se resuelve por gradientes conjugados: da una matriz cuadrada
error-solver-not-symmetric = el elemento de la fila { $row } y la columna { $column } difiere del que está al otro lado de la diagonal: los gradientes conjugados necesitan una matriz simétrica
error-solver-diagonal = el elemento diagonal de la fila { $row } no es positivo: los gradientes conjugados necesitan una matriz definida positiva
error-solver-tolerance = una tolerancia de { $tolerance } no se alcanza en { $precision }, cuyo redondeo es mayor: da { $least } o más, o calcula en f64
error-solver-not-reached = tras { $iterations ->
    [one] { $iterations } iteración
   *[other] { $iterations } iteraciones
} el residuo es { $residual } en lugar de { $tolerance }, porque el redondeo oculta lo que queda: da una tolerancia mayor o calcula en f64
error-solver-broken = tras { $iterations ->
    [one] { $iterations } iteración
   *[other] { $iterations } iteraciones
}, la matriz resultó no ser definida positiva, o los números salieron de su rango: comprueba su signo o calcula con doble precisión

# Por qué falla una simulación. Antes va una frase como `en t = 1,5 la energía ha cambiado un 7 %:`.
cause-units = las velocidades son { $ratio } veces las que la gravedad produce con estas masas y distancias y G = 1, así que sus unidades no concuerdan
cause-range = posiciones o velocidades de hasta { $largest } son demasiado grandes para la precisión simple, que no puede contener sus cuadrados; conviene usar unidades mayores
cause-precision = las posiciones tienen muy pocas cifras, pues los números vecinos distan { $spacing } donde está la mayoría de los cuerpos, y un paso los mueve { $moved }
cause-time-step = el paso de tiempo es demasiado largo
cause-encounter = los cuerpos se acercan más de lo que los pasos resuelven
cause-integrator = el orden del integrador es demasiado bajo
cause-forces = las fuerzas del árbol o de la malla son demasiado inexactas para estos cuerpos
cause-unknown = en una prueba no ayudaron ni pasos más cortos, ni más cifras, ni un suavizado mayor
cause-not-reproduced = una prueba en doble precisión desde poco antes conservó la energía, así que la causa se desconoce
cause-untested = son demasiados pasos para poner a prueba la causa
diagnosis-told = { $cause }; { $test }
diagnosis-helps = en una prueba de { $steps } pasos, { $remedy } redujo el error del { $before } % al { $after } %
diagnosis-helps-infinite = en una prueba de { $steps } pasos, { $remedy } mantuvo finitos todos los números, con un error del { $after } %
diagnosis-helps-too = , { $remedy } al { $after } %

# Una clase con sus teléfonos.
class-error-address = una clase no puede estar en { $address }: indique la dirección de esta máquina en la red, como 192.168.1.20
class-error-listen = no se puede abrir una clase en { $address }: { $cause }; indique otra dirección de esta máquina, u otro puerto tras dos puntos
