# Errors, in the order of the English table.

error-no-adapter = no se ha encontrado ningún adaptador gráfico: instala un controlador de Vulkan para tu GPU o el renderizador por software Mesa lavapipe (Debian, Ubuntu: apt install mesa-vulkan-drivers libvulkan1)
error-no-such-adapter = ningún adaptador coincide con `{ $wanted }`: elige por índice o por una parte del nombre entre { $adapters }
error-no-surface = ningún adaptador gráfico puede mostrar imágenes en esta pantalla (encontrados: { $adapters }): instala el controlador de la pantalla, o renderiza sin ventana con `starshell render`
error-no-device = no se pudo abrir el adaptador { $adapter } ({ $reason }); actualiza su controlador o elige otro con --adapter
error-too-large = { $what } ocuparía { $bytes } bytes, pero { $adapter } permite { $limit } como máximo; usa menos cuerpos o elementos, o una imagen más pequeña
error-out-of-memory = { $adapter } se ha quedado sin memoria ({ $what }); usa menos cuerpos o elementos, o una imagen más pequeña, o cierra otros programas
error-lost = se ha perdido la conexión con la GPU ({ $cause }); si la reinició el watchdog del controlador, usa menos cuerpos o menos pasos por fotograma
error-driver = el controlador de la GPU ha notificado un error: { $cause }
error-unwritable = no se puede escribir { $path } ({ $cause })
error-picture-on-adapter = no es posible una imagen de { $width }x{ $height } píxeles: en { $adapter } cada lado debe medir de 1 a { $limit }
error-picture-size = no es posible una imagen de { $width }x{ $height } píxeles: cada lado debe medir de 1 a 16384
error-samples = no son posibles { $samples } muestras por lado de píxel: de 1 a 4 sí
error-no-place = { $error }: elige otro lugar o libera espacio
error-picture-memory = las imágenes necesitan unos { $mebibytes } MiB de memoria a la vez, más de la que hay libre: usa menos imágenes o más pequeñas
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
error-own-bodies = una simulación con cuerpos propios de un programa no se puede guardar, porque ningún archivo de escena describe su comienzo
error-scene-unreadable = no se puede leer el archivo de escena { $file } ({ $cause }): comprueba la ruta y que sea un archivo de texto en UTF-8
error-no-report = { $path } no es un informe de `starshell lab --json` ({ $cause })
error-too-many-for-cpu = { $count } cuerpos son demasiados para sumar todos los pares en una CPU: usa menos, hasta { $most }, o el kernel `tree`
error-too-many-for-tree = { $count } cuerpos son demasiados para un árbol en una CPU: usa menos, hasta { $most }
error-no-elements = la cantidad es 0: indica una cantidad de 1 o más
error-no-double = el adaptador { $adapter } no tiene doble precisión (SHADER_F64), así que { $wanted } no puede ejecutarse ahí: usa { $remedy } u otro adaptador
error-count-zero = count es 0, pero una escena necesita al menos 1 cuerpo: pon count en 1 o más
error-count-too-many = count es { $count }, pero son posibles { $most } cuerpos como máximo: pon count en ese número o menos
error-count-fixed = count es { $count }, pero el estado inicial `{ $kind }` tiene exactamente { $fixed } cuerpos: pon count en { $fixed } u omítelo
