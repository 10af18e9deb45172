# The laboratory: experiments, charts and tables, drawings, the workbench.

# Experiments, by name

experiment-workgroup-size-title = Hilos por grupo de trabajo
experiment-workgroup-size-about = Los mismos hilos con el mismo trabajo, en grupos de trabajo de 1 a 1 024. Un grupo con menos hilos que carriles tiene un subgrupo deja ociosos los demás: un hilo por grupo desperdicia 31 de 32 en las GPU de NVIDIA. A partir de ahí, un multiprocesador aloja un número limitado de grupos, así que los pequeños no lo llenan. Más allá de 128 o 256 el tamaño apenas importa, salvo que los últimos grupos de un lanzamiento acaban más tarde cuanto mayores son. El número es el de hilos.
experiment-block-scaling-title = Cada vez más grupos de trabajo
experiment-block-scaling-about = Cada grupo de trabajo de 256 hilos tiene el mismo trabajo. Unos pocos tardan lo mismo que uno, porque cada uno recibe un multiprocesador propio y los demás están ociosos. Cuando cada multiprocesador tiene uno, el siguiente tiene que compartir: el tiempo sube un escalón, se mantiene, y vuelve a subir cuando hay uno más que el doble. Por eso un lanzamiento necesita muchos grupos de trabajo, varias veces más que multiprocesadores hay, o un número que justo los llene.
experiment-block-scaling-difference-1 = El número es el de grupos de trabajo.
experiment-block-scaling-difference-2 = Un adaptador por software tiene un multiprocesador por núcleo del procesador, y el resto del trabajo del sistema lo perturba.
experiment-occupancy-title = Ocultar la latencia
experiment-occupancy-about = Cada hilo sigue una cadena por la memoria: no puede seguir leyendo hasta que ha llegado la última palabra, lo que tarda cientos de ciclos. Un multiprocesador lo oculta ejecutando entretanto otros subgrupos, tantos como aloja. Aquí cada grupo de trabajo de 64 hilos ocupa cada vez más memoria de grupo sin usarla, así que caben menos a la vez y se oculta menos: más allá de cierta cantidad, el doble de memoria tarda el doble. Los registros limitan el número de la misma manera. El número es el de hilos.
experiment-occupancy-difference-1 = Un adaptador por software ejecuta en cada núcleo un grupo de trabajo tras otro y no oculta nada, así que la cantidad da igual.
experiment-launches-title = El coste de un lanzamiento
experiment-launches-about = Kernels con un único hilo que cuenta: lo que lleva tiempo es lanzarlos. Uno solo cuesta el camino de ida y vuelta a la GPU, decenas de microsegundos. Muchos en una pasada se suceden en la GPU cada pocos microsegundos, porque cada uno espera solo lo que ha escrito el anterior. Las pasadas añaden poco. Cada envío cuesta el trabajo del controlador, y esperar tras cada uno cuesta todo el camino cada vez. Por eso Starshell graba muchos pasos en un solo envío.
experiment-launches-difference-1 = Se usa el reloj del host: cuentan grabar, enviar, ejecutar y esperar.
experiment-coalescing-title = Lecturas coalescentes
experiment-coalescing-about = Cada palabra de un búfer grande se lee una vez, en distintos órdenes. La memoria se mueve en líneas de 32 a 128 bytes. Con salto 1, los hilos de un subgrupo leen unas pocas líneas enteras. Cuanto más separadas están las palabras de hilos vecinos, más líneas tocan, y menos usan de cada una antes de que las cachés la pierdan: la velocidad baja a un octavo o menos, y luego no baja más, porque no puede haber más de una línea por palabra. Un orden aleatorio es igual de malo, y además burla a todo lo que adivina qué viene después. El número es el de palabras, redondeado hacia abajo a una potencia de dos.
experiment-coalescing-difference-1 = La velocidad cuenta las palabras leídas, no las líneas que se mueven para ellas.
experiment-coalescing-difference-2 = Si el búfer cabe en una caché, como puede ocurrir en un procesador, las líneas esperan en ella a sus otras palabras y se pierde menos.
experiment-bank-conflicts-title = Conflictos de bancos
experiment-bank-conflicts-about = La memoria del grupo de trabajo consta de bancos, 32 en la mayoría de las GPU, cada uno de los cuales entrega una palabra a la vez. Los hilos que leen palabras vecinas usan todos los bancos a la vez. Con salto 2 usan uno de cada dos bancos, y cada uno de ellos tiene que servir a dos hilos; con salto 32, un único banco los sirve a todos, uno tras otro. Una palabra más, un salto de 33, los devuelve a bancos distintos: por eso las matrices en la memoria del grupo de trabajo llevan una columna que nadie lee. El número es el de hilos.
experiment-bank-conflicts-difference-1 = Un adaptador por software no tiene bancos: su memoria de grupo de trabajo es memoria corriente en una caché, y todos los saltos cuestan más o menos lo mismo.
experiment-roofline-title = El modelo roofline
experiment-roofline-about = A un kernel lo limita la memoria o la aritmética, y cuál de las dos se deduce de una razón: las operaciones que hace por cada byte que pide a la memoria global. A la izquierda de la arista, el techo es la velocidad de la memoria multiplicada por esa razón; a la derecha, el máximo de la aritmética. Las reducciones y los scans tienen poco que hacer por byte, y van a la velocidad de la memoria si son buenos. Una suma sobre todos los pares que comparte lo que carga tiene cientos de operaciones por byte, y solo la limita la aritmética. La que carga cada cuerpo para cada interacción está por encima del techo: las cachés responden casi todo lo que pide a la memoria. El número es el de elementos o cuerpos.
experiment-roofline-difference-1 = Ambas partes del techo se miden: los bytes leídos y escritos por una copia, y multiplicaciones y sumas fusionadas de dos operaciones.
experiment-roofline-difference-2 = Los bytes son los que pide el algoritmo, no los que se mueven; cada fila dice cómo se cuentan.
experiment-roofline-difference-3 = Las interacciones cuentan 20 operaciones como en los textos; en la escalera, tantas como da el texto del peldaño. Las raíces cuestan más de una instrucción y no todo es una multiplicación con suma, así que hasta un kernel perfecto queda por debajo del techo.
experiment-divergence-title = Hilos divergentes
experiment-divergence-about = Cada hilo toma uno de 32 caminos, todos de la misma longitud. Los hilos de un subgrupo comparten un flujo de instrucciones: 32 de ellos en las GPU de NVIDIA. Si los vecinos eligen distinto, el subgrupo toma por turnos todos los caminos elegidos, y los hilos de los demás esperan. El doble de caminos tarda el doble, hasta que cada hilo tiene uno propio. Si 32 hilos seguidos eligen lo mismo, hay los mismos caminos y no se pierde nada: las bifurcaciones no cuestan por sí mismas, solo cuesta el desacuerdo. El número es el de hilos.
experiment-divergence-difference-1 = Un adaptador por software tiene vectores estrechos, por ejemplo 8 hilos, en vez de 32: más caminos que esos no cuestan más.
experiment-atomics-title = Sumas atómicas
experiment-atomics-about = Se suman palabras aleatorias a contadores. Las sumas a una misma dirección tienen que esperarse unas a otras, vengan de donde vengan; las sumas a direcciones distintas, no. Por eso 256 contadores, un histograma, son más rápidos que uno, y un contador por hilo no tiene ninguna competencia. Pero casi toda la espera se puede evitar: un hilo, un subgrupo o un grupo de trabajo suma primero lo que tiene y añade la suma una sola vez. Para los histogramas, la memoria del grupo de trabajo tiene sus propias sumas atómicas. El número es el de palabras.
experiment-atomics-difference-1 = Los compiladores pueden sumar lo que un subgrupo envía a una misma dirección, que es lo que la variante del subgrupo hace a mano. Entonces ambas son igual de rápidas.
experiment-atomics-difference-2 = En un adaptador por software compiten dos o más núcleos; sus subgrupos son tan anchos como los vectores del procesador.
experiment-copies-title = Copias entre host y GPU
experiment-copies-about = Bytes aleatorios van del host a la GPU, de un búfer a otro en la GPU, y de vuelta al host. Las copias pequeñas tardan lo mismo que una vacía: su velocidad crece con su tamaño, hasta que el límite es el bus o la memoria. El bus hacia el host es mucho más lento que la memoria propia de la GPU, de 10 a 100 veces. Por eso los datos se quedan en la GPU: Starshell sube los cuerpos una vez y solo lee de vuelta lo que se pide.
experiment-copies-difference-1 = Las copias hacia la GPU y desde ella incluyen lo que espera un programa: la copia hacia o desde una memoria accesible a ambos, el envío y la espera; a la vuelta, también crear esa memoria.
experiment-copies-difference-2 = Los bytes cuentan una vez, aunque una copia en la GPU lee y escribe cada uno.
experiment-copies-difference-3 = La memoria de un adaptador por software es la del host: las tres copias ocurren dentro de ella.
experiment-reduction-sizes-title = Reducciones según el tamaño
experiment-reduction-sizes-about = Con pocos elementos, casi toda la GPU está ociosa, y el tiempo es el de iniciar un kernel y esperarlo: el rendimiento sube con el número hasta que lo fija la memoria. Los números que caben en una caché se leen más deprisa que de la memoria. El procesador empieza enseguida, así que con pocos va por delante.
experiment-reduction-sizes-difference-1 = El texto da tiempos para 4M elementos y un rendimiento para 32M; esta es la curva entre ambos y por debajo.
experiment-reduction-blocks-title = Reducciones según el tamaño del grupo
experiment-reduction-blocks-about = Un grupo de trabajo grande tiene un árbol alto, cuyos niveles superiores dejan ociosos a la mayoría de los hilos, y en un procesador caben pocos; uno pequeño tiene un árbol bajo, pero deja más totales para la pasada siguiente, y pocos hilos para ocultar la latencia de la memoria. Donde cada hilo suma antes muchos elementos, el tamaño apenas importa.
experiment-reduction-blocks-difference-1 = El texto da tiempos solo para grupos de trabajo de 128 hilos.
experiment-scan-operators-title = Scans con cualquier operador
experiment-scan-operators-about = Un scan solo pide a su operador que sea asociativo: a (b c) = (a b) c. Sumas, extremos y la composición de aplicaciones x -> a x + b, cuyo orden importa y que resuelve recurrencias lineales, se hacen con los mismos kernels. Un scan exclusivo deja fuera el propio elemento, así que el primer resultado es el elemento neutro del operador.
experiment-scan-operators-difference-1 = El texto no da tiempos.
experiment-scan-operators-difference-2 = Los kernels propios del texto están aquí para las sumas.
experiment-sort-sizes-title = Ordenaciones radix según el tamaño
experiment-sort-sizes-about = Claves por segundo según su número. Cada pasada de una ordenación radix inicia varios kernels, así que pocas claves tardan lo mismo que muchas; ahí ganan las ordenaciones del procesador. Con muchas claves, el rendimiento lo fija la memoria.
experiment-sort-sizes-difference-1 = El texto no da tiempos.
experiment-nbody-formulations-title = Ocho formulaciones
experiment-nbody-formulations-about = La misma suma en el procesador y en la GPU: bucles sencillos sobre estructuras y sobre arrays, SSE, todos los núcleos; después, un hilo de GPU por cuerpo con las fuentes en la memoria global, en la del grupo de trabajo, en los registros de otro carril, en la memoria constante; y cada par una vez, con sumas atómicas. El texto esperaba que la tercera ley de Newton compensara algún día. Con operaciones atómicas sigue costando más de lo que ahorra; con sumas en un orden fijo en la memoria del grupo de trabajo compensa (symmetric).
experiment-nbody-formulations-difference-1 = Se cronometran pasos enteros: las fuerzas y una actualización leapfrog.
experiment-nbody-formulations-difference-2 = Los kernels del texto son cpu-aos-packed, cpu-soa-serial, cpu-sse, cpu-sse-threaded, naive, atomic-triangle, tile y shuffle. Al lado: cuerpos enteros como estructuras, los vectores más anchos de esta máquina, y un círculo en lugar del triángulo, que equilibra el trabajo.
experiment-nbody-formulations-difference-3 = En procesadores que no son x86-64, los cuatro carriles son un array y las raíces son exactas: no tienen estimación de 12 bits.
experiment-nbody-formulations-difference-4 = Los cuerpos pueden tener masas distintas, así que la atracción de un par se multiplica por una masa para cada uno de sus cuerpos.
experiment-nbody-formulations-difference-5 = En la memoria constante caben 64 KiB: 4 096 cuerpos por lote, 4 000 en el texto.
experiment-nbody-formulations-difference-6 = El texto se contradice: los kernels naive, shared y atomic tardan 62, 55 y 90 ms con 8 192 cuerpos en su primer pasaje, y 62, 55 y 93 ms con 16K en el segundo. Ambos figuran junto a las filas. Su tabla da otros tiempos.
experiment-nbody-formulations-difference-7 = Las últimas variantes del texto usan varias GPU, con un hilo del host para cada una o uno para todas. Starshell usa una sola GPU.
experiment-nbody-threads-title = Hilos por cuerpo
experiment-nbody-threads-about = Con pocos cuerpos hay menos hilos de los que puede ejecutar una GPU, y casi toda está ociosa. Varios hilos por cuerpo, cada uno con la suma de una parte de las fuentes, la llenan, al precio de sumar sus sumas. Donde hay cuerpos suficientes, dividir solo cuesta. El texto encontró la frontera en 4 096 cuerpos; cuanto más ancha es la GPU, más lejos queda.
experiment-nbody-threads-difference-1 = Se cronometran pasos enteros: las fuerzas y una actualización leapfrog.
experiment-nbody-cpu-title = El procesador, por cuerpos e hilos
experiment-nbody-cpu-about = La referencia honesta: un bucle sencillo, SIMD en un núcleo y SIMD en todos los núcleos, según el número de cuerpos. A diferencia de una GPU, un procesador es tan rápido con pocos cuerpos como con muchos, hasta que los hilos tienen demasiado poco que repartirse.
experiment-nbody-cpu-difference-1 = El procesador del texto alcanzaba de 0,2 a 2 GFLOP/s; no se dice cuál de sus curvas pertenece a cada formulación.
experiment-nbody-cpu-difference-2 = El texto compiló CUDA para el procesador. Aquí hace lo mismo con WGSL un adaptador por software: lavapipe compila un kernel para los vectores y los hilos del procesador.
experiment-nbody-cpu-difference-3 = Con 2, 4 y 8 núcleos, el kernel del texto iba 2,0, 3,97 y 7,94 veces más rápido que con uno; aquí el kernel usa vectores.
experiment-nbody-frames-title = Cuerpos en pantalla
experiment-nbody-frames-about = El cascarón giratorio tal como lo ejecutaba el texto: un paso y una imagen de todos los cuerpos por fotograma. Aquí la imagen tiene resplandor, luz difusa y mapeo de tonos, y mide 1920 por 1080.
experiment-nbody-frames-difference-1 = La imagen se dibuja pero no se muestra, así que ninguna pantalla limita el ritmo.
experiment-nbody-members-title = Miembros y rangos
experiment-nbody-members-about = Varios miembros comparten cada cálculo de fuerzas: cada uno recibe todas las posiciones y suma para su parte de los cuerpos o pares. Los miembros de un proceso son dispositivos, cada uno con su propio hilo o todos con uno solo; los rangos son procesos que intercambian datos por MPI, en una o varias máquinas. Lo que gana un miembro debe superar el coste del intercambio, así que pocos cuerpos se calculan mejor a solas.
experiment-nbody-members-difference-1 = El texto no da tiempos de varias GPU. Si una máquina tiene menos adaptadores que miembros, varios dispositivos comparten uno y su velocidad; lo que se pierde entonces es el intercambio.
experiment-nbody-members-difference-2 = Con un adaptador de software, los dispositivos calculan con el adaptador y los rangos con el procesador, todos en los mismos núcleos. Los rangos necesitan un programa compilado con la característica mpi, y mpirun.
experiment-nbody-ladder-title = La escalera de optimización
experiment-nbody-ladder-about = Doce versiones de un kernel. Cada una es la anterior con un solo cambio, así que la tabla muestra lo que vale cada cambio en esta máquina. Un único hilo de GPU es mucho más lento que uno del procesador; un hilo por cuerpo invierte la situación. Lo que sigue marcó la programación de GPU durante una década, y una parte ha perdido su valor: las cachés hacen lo que hacían las teselas en la memoria del grupo de trabajo, y los compiladores desenrollan. Las últimas filas son lo que falta en los textos: varios cuerpos por hilo, cada par una vez, un árbol.
experiment-nbody-ladder-difference-1 = Solo se cronometran las fuerzas, no la integración, que tarda menos del 1 %.
experiment-nbody-ladder-difference-2 = El peldaño 11, desnormalizados a cero y matemáticas rápidas, es una opción del compilador de NVIDIA; WGSL deja ambas cosas al controlador.
experiment-nbody-ladder-difference-3 = Las ganancias publicadas para el peldaño 3 son las de 1 000 cuerpos; para la tercera GPU, las de 3 000 y 300 000 cuerpos en vez de 1 000 y 100 000.
experiment-nbody-ladder-difference-4 = Un compilador puede fusionar un producto y una suma antes del peldaño 9: WGSL lo permite.
experiment-nbody-ladder-difference-5 = El último peldaño en precisión doble usa la raíz de WGSL, que los controladores calculan en varios pasos, igual que CUDA.
experiment-reduction-title = Siete reducciones
experiment-reduction-about = La suma de enteros está limitada por la memoria: un kernel perfecto lee tan rápido como una copia. En el texto, el primero tarda treinta veces más que el último, porque sus hilos divergen; los siguientes eliminan la divergencia, luego los conflictos de bancos, luego los hilos ociosos, luego las últimas barreras, y al final cada hilo suma muchos elementos antes de que empiece el árbol. Lo que vino después lee cuatro elementos a la vez y deja el árbol al subgrupo.
experiment-reduction-difference-1 = Los kernels 5 a 7 (in-step) omiten las barreras y comprobaciones del último warp, que aquí es un subgrupo, con tantos hilos como tengan los del adaptador. El texto confiaba en que los hilos van al paso, lo que ninguna GPU garantiza ya; lo sustituyen barreras del subgrupo. Al lado están los mismos kernels con todas sus barreras, que funcionan en cualquier adaptador.
experiment-reduction-difference-2 = Los bloques tienen 128 hilos, como en el texto. El kernel 7 tiene 256 bloques como máximo, el texto de 64 a 256; many-elements tiene 2 048.
experiment-reduction-difference-3 = Los gigabytes son los de los elementos; la tarjeta del texto mueve 86,4 como máximo. Los de una copia cuentan dos veces, leídos y escritos.
experiment-scan-title = Scans
experiment-scan-about = Un scan sustituye cada elemento por la suma hasta él: [3 1 7 0 4 1 6 3] se convierte en [3 4 11 11 15 16 22 25]. Un bucle lo hace en n sumas, una tras otra. El de Hillis y Steele necesita log n rondas y n log n sumas; el árbol de Blelloch sube y baja en 2 log n rondas con pocas sumas más que el bucle. El actual pasa una sola vez por los elementos, mientras las teselas consultan lo que han publicado las anteriores.
experiment-scan-difference-1 = El texto no da tiempos.
experiment-scan-difference-2 = El scan de Hillis y Steele al pie de la letra trabaja en el mismo sitio, con dos barreras por ronda; al lado hay uno con dos filas, en el que cada ronda lee de una y escribe en la otra, con una sola barrera.
experiment-sort-title = Ordenaciones radix
experiment-sort-about = Ordenar de la cifra más baja a la más alta, cada vez sin alterar el orden conseguido. Bit a bit se necesitan 32 pasadas por las claves, cada una un scan; con cuatro bits a la vez, 8; con ocho bits, 4. La ordenación actual hace cada pasada en un solo barrido.
experiment-sort-difference-1 = El texto no da tiempos.
experiment-sort-difference-2 = Al pie de la letra (one-block-in-place, one-bit-by-ones), una partición hace un scan inclusivo de los unos; en un bloque, una sola fila contiene claves, unos y de nuevo claves. one-block tiene dos filas por scan y una fila de claves; one-bit hace un scan exclusivo de los ceros.
experiment-sort-difference-3 = Un bloque contiene 1 024 claves como máximo, una clave por hilo.
experiment-poisson-title = La ecuación de Poisson
experiment-poisson-about = Una transformada de Fourier convierte derivadas en productos: cada onda de la fuente se divide entre -(kx² + ky²) y, transformada de vuelta, es el potencial. La fuente es el laplaciano de una gaussiana en un cuadrado periódico, así que el potencial se conoce. Las tres versiones del texto difieren en de dónde toma la división sus números de onda. Las transformadas reales ocupan la mitad de la memoria, y las columnas que van, se dividen y vuelven en una sola pasada leen la memoria tres veces en lugar de siete. El método multimalla no necesita transformada: relaja en mallas de varios tamaños.
experiment-poisson-difference-1 = El texto calcula los números de onda en el host para todas las versiones; aquí, en la primera los calcula cada hilo.
experiment-poisson-difference-2 = La tercera versión del texto carga en memoria compartida solo el primer número de onda de cada grupo de trabajo, un descuido. Aquí se cargan todos.
experiment-poisson-difference-3 = Los tiempos publicados de una solución completa son los de sus kernels, sin copias. Ambos números de widen son del texto: al principio y ya ajustado.
experiment-poisson-difference-4 = El método multimalla resuelve para diferencias de cinco puntos, así que su error es el de las diferencias: cae con el cuadrado de la distancia entre puntos.
experiment-barnes-hut-kernels-title = Seis tareas de un paso
experiment-barnes-hut-kernels-about = Un paso de un código de árbol busca la caja que rodea todos los cuerpos, construye el árbol, resume sus celdas de las hojas a la raíz, ordena los cuerpos por su lugar, recorre el árbol para cada uno y los mueve. En el texto, el recorrido se lleva casi todo el tiempo; cuanto más rápido es, más cuentan las demás tareas.
experiment-barnes-hut-kernels-difference-1 = Aquí los cuerpos se ordenan por sus claves antes de construir el árbol; en el texto se insertan con cerrojos y se ordenan después.
experiment-barnes-hut-kernels-difference-2 = Las cifras publicadas en el texto son las de 5 000 000 de cuerpos en precisión simple. Sus tiempos en precisión doble no tienen equivalente: aquí un árbol suma en precisión simple, y guarda las posiciones con 47 bits si se le pide.
experiment-barnes-hut-kernels-difference-3 = Los GFLOP/s cuentan 23 operaciones por cada cuerpo o monopolo que atrae y 65 por cada cuadrupolo, solo en el recorrido. El texto cuenta también las demás tareas, y los bytes por segundo, lo que aquí no se hace.
experiment-barnes-hut-kernels-difference-4 = Las celdas del texto tienen 3,1 hijos de media y contienen cuerpos sueltos; aquí las hojas contienen hasta 40.
experiment-barnes-hut-parallelism-title = Paralelismo, nivel a nivel
experiment-barnes-hut-parallelism-about = En cuántos nodos se puede trabajar a la vez. La raíz está sola y no aprovecha una GPU; cada nivel inferior tiene hasta ocho veces más, hasta que casi todas las ramas acaban en hojas y solo sigue el centro denso del cúmulo. La construcción baja por estos niveles y el resumen vuelve a subir. El recorrido tiene en todo momento tantos hilos como cuerpos hay.
experiment-barnes-hut-parallelism-difference-1 = El texto da una figura sin números.
experiment-barnes-hut-parallelism-difference-2 = Sus rondas de construcción consisten en insertar los cuerpos un nivel más abajo; aquí se encuentran a la vez todos los nodos de todos los niveles a partir de las claves ordenadas, y solo el resumen va nivel a nivel.
experiment-barnes-hut-parallelism-difference-3 = Los rendimientos son nodos por nivel; los milisegundos son los de construir y resumir todo el árbol.
experiment-barnes-hut-ideas-title = Ideas sueltas de un código de árbol
experiment-barnes-hut-ideas-about = El texto desactiva una idea tras otra y dice cuánto más lento se vuelve su código de árbol. Dos ideas valen más que las demás: los cuerpos ordenados por su lugar y los vecinos que recorren juntos. Aquí se compara cada una con el mismo árbol sin ella. Muchas de las otras reparan lo que cuesta insertar con cerrojos, y no tienen equivalente en un árbol construido a partir de claves ordenadas.
experiment-barnes-hut-ideas-difference-1 = Sin ordenar, un grupo de cuerpos muy alejados recorre junto el árbol y abre casi todo, como en el texto.
experiment-barnes-hut-ideas-difference-2 = Sin recorrer juntos, cada cuerpo tiene un hilo y abre lo que necesita, lo que además supone menos interacciones.
experiment-barnes-hut-ideas-difference-3 = Los hilos del texto son los de una GPU; aquí el árbol del procesador se ejecuta con un hilo y con todos.
experiment-barnes-hut-title = Dónde adelanta el árbol
experiment-barnes-hut-about = La suma directa requiere n² interacciones y el árbol alrededor de n log n, pero cada una de las suyas cuesta más, y además hay que construirlo. Por eso gana la suma directa con pocos cuerpos: por debajo de unos 15 000 en el texto. Cuanto más rápida es la suma directa, más tarde llega el cruce. El árbol del procesador tiene los mismos ajustes y errores.
experiment-barnes-hut-difference-1 = El árbol abre por exactitud y tiene cuadrupolos; el del texto abre por un ángulo y tiene monopolos.
experiment-barnes-hut-difference-2 = Ordena los cuerpos y encuentra los nodos por prefijos comunes, mientras que el texto inserta los cuerpos con cerrojos. Por eso sus seis tareas tienen equivalente, pero no sus ideas sueltas sobre cerrojos, fences y frenos.
experiment-barnes-hut-walks-title = Recorrer juntos
experiment-barnes-hut-walks-about = Los cuerpos vecinos ven casi las mismas celdas. Si un grupo de ellos recorre junto el árbol, cada nodo se lee una vez para todos; si los cuerpos no están ordenados, el grupo está disperso, abre casi todo, y la idea no vale nada. El texto midió de 3,6 a 8,2 veces por ordenar y de 6,2 a 8,6 veces por recorrer al paso, con 50 000 a 5 000 000 de cuerpos.
experiment-barnes-hut-walks-difference-1 = Cada ganancia del texto es respecto a la versión sin esa única idea; aquí ambas son respecto a cuerpos que recorren solos y sin ordenar.
experiment-one-sum-title = Una suma, muchos resultados
experiment-one-sum-about = Los mismos números, positivos y negativos y de magnitudes muy distintas, se suman en muchos órdenes y precisiones. Cada suma redondea, así que cada orden tiene su propio resultado, y ninguno es erróneo: todos quedan dentro de la cota que la teoría da para su orden. Los órdenes con cadenas cortas de sumas, como en un árbol, yerran menos que un bucle; las sumas compensadas y el doble de precisión apenas yerran. Un orden fijo da los mismos bits en cada ejecución, también en una GPU. Las sumas de quien llega primero, no: cada una de diez ejecuciones puede acabar con otros bits. El número es el de números que se suman.
experiment-one-sum-difference-1 = Los errores se miden respecto a la suma exacta, en enteros, y se dan en unidades del último lugar de la precisión simple.
experiment-one-sum-difference-2 = En un adaptador por software compiten pocos hilos, así que un orden dejado al azar puede salir igual en todas las ejecuciones.
experiment-fused-title = Fusionado o no
experiment-fused-about = a · b + c, donde c es el producto redondeado con el signo cambiado. Si el producto se redondea antes de la suma, no queda nada: 0. Si solo se redondea el resultado, como en una multiplicación y suma fusionadas, la suma es lo que se habría perdido al redondear el producto. Ambas cosas son correctas. Un procesador hace lo que dice el programa; el compilador de una GPU puede fusionar un producto y una suma que están en una misma expresión, y WGSL permite ambas cosas incluso en fma(). Por eso el mismo texto puede dar bits distintos en dos máquinas. El número es el de ternas.

# What an experiment varies along its axis

axis-level = nivel
axis-threads-per-workgroup = hilos por grupo de trabajo
axis-paths-per-32-threads = caminos por 32 hilos
axis-stride-in-words = salto en palabras
axis-workgroups = grupos de trabajo
axis-kib-of-workgroup-memory-per-workgroup = KiB de memoria por grupo de trabajo
axis-launches = lanzamientos
axis-bytes = bytes
axis-flop-per-byte = flop por byte
axis-number = número
axis-members = miembros

# What cases do differently from those before

note-cpu-wgsl = El propio programa de la GPU en el procesador, mediante un adaptador por software como lavapipe
note-tree-all = En el recorrido del texto, un cuerpo toca de 818 a 6 315 nodos, 4 117 de media, en un árbol de hasta 22 niveles.
note-random-order = Hilos vecinos leen palabras que no tienen nada que ver entre sí
note-copy = Lee y escribe 16 bytes por hilo; cuentan ambos
note-one-address = Cada palabra se suma a la misma dirección
note-threads-sums = Un hilo suma sus 16 palabras en un registro
note-subgroups-sums = Un subgrupo suma en registros una palabra de cada uno de sus hilos
note-workgroups-sums = Un grupo de trabajo suma 4 096 palabras con operaciones atómicas en su memoria
note-histogram = Un histograma: ocho bits de la palabra eligen el contador
note-histogram-in-workgroups = Un histograma en la memoria del grupo de trabajo, que al final se suma al otro
note-counter-per-thread = 16 sumas a la misma dirección, sin competencia
note-fused-multiply-add = 16 cadenas independientes por hilo, dos operaciones cada una
note-reduction = Una suma por elemento de cuatro bytes, que se lee una vez
note-scan = Una suma, aquí de enteros, por elemento de cuatro bytes, que se lee una vez y se escribe una vez
note-naive = Cada hilo lee los 16 bytes de un cuerpo para cada interacción
note-tree = Construido y recorrido. 23 operaciones por cuerpo o monopolo, 65 por cuadrupolo; 64 bytes por nodo que mira el recorrido de un grupo, y 16 por cuerpo que atrae al grupo. La construcción cuenta como tiempo sin operaciones
note-one-thread = El bucle del procesador: las mismas sumas en el mismo orden, salvo que el controlador las reordene
note-tree-halves = Bloques de 128; la mitad superior se suma a la inferior
note-tree-neighbours = Bloques de 128; primero se suman los vecinos
note-four-at-once = Los hilos suman muchos números, de cuatro en cuatro, antes del árbol
note-subgroups = Lo mismo, con las sumas de subgrupo propias del adaptador
note-library = La reducción de Starshell, en un grupo de trabajo de 256 hilos
note-library-16 = Lo mismo en 16: otras partes, otros bits
note-library-gpus = Lo mismo en hasta 2 048, como se ejecuta en las GPU
note-library-software = Lo mismo en hasta 256 de 8 hilos, como se ejecuta por software
note-atomic-additions = Bloques de 128 suman sus totales según llegan
note-exchange = Cada hilo suma 16 números, y las sumas se suman según llegan
note-two-floats = Cada número es una suma de dos, el segundo de los cuales contiene lo que deja el primero
note-double = La reducción de la biblioteca con números de 64 bits, donde el adaptador los tiene
note-ladder = { $operations } operaciones y { $words } palabras de memoria global por interacción, según su texto
note-shared = Un grupo de trabajo hace { $bodies } interacciones con cada cuerpo para el que mueve { $bytes } bytes
note-rung = Por interacción: { $operations } operaciones, { $global } palabras de la memoria global, { $workgroup } de la memoria del grupo de trabajo.

# Names of cases

variant-tree = árbol
variant-thread-per-device = un hilo por dispositivo
variant-thread-for-all = un hilo para todos los dispositivos
variant-ranks = rangos por MPI
variant-processor = procesador
variant-cpu-simd-on-2-threads = cpu-simd con 2 hilos
variant-cpu-simd-on-4-threads = cpu-simd con 4 hilos
variant-cpu-simd-on-8-threads = cpu-simd con 8 hilos
variant-box = caja
variant-build = construir
variant-summarise = resumir
variant-sort = ordenar
variant-force = fuerza
variant-integrate = integrar
variant-all = todo
variant-direct-sum = suma directa
variant-nodes = nodos
variant-nodes-here-and-below = nodos aquí y debajo
variant-without-sorted-bodies = sin cuerpos ordenados
variant-with-sorted-bodies = con cuerpos ordenados
variant-without-synchronised-walk = sin recorrido sincronizado
variant-with-synchronised-walk = con recorrido sincronizado
variant-without-reciprocal-root = sin raíz inversa
variant-with-reciprocal-root = con raíz inversa
variant-cpu-tree-on-one-thread = cpu-tree con un hilo
variant-cpu-tree-on-all-threads = cpu-tree con todos los hilos
variant-no-volatile = sin volatile
variant-recomputed-data = datos recalculados
variant-warp-voting = votación de warp
variant-full-multithreading = multihilo completo
variant-throttling-barrier = barrera de freno
variant-wait-free-pre-pass = prepasada sin esperas
variant-combined-fence = fence combinado
variant-copy = copia
variant-subgroups = subgrupos
variant-serial = serial
variant-inclusive-sum = suma inclusiva
variant-exclusive-sum = suma, exclusivo
variant-inclusive-max = max, inclusivo
variant-exclusive-max = max, exclusivo
variant-inclusive-min = min, inclusivo
variant-exclusive-min = min, exclusivo
variant-inclusive-float-sum = float-sum, inclusivo
variant-exclusive-float-sum = float-sum exclusiva
variant-inclusive-maps = maps, inclusivo
variant-exclusive-maps = maps, exclusivo
variant-hillis-steele-in-place-exclusive-float-sum = hillis-steele-in-place: float-sum exclusiva
variant-work-efficient-exclusive-float-sum = work-efficient: float-sum exclusiva
variant-neighbours-apart = vecinos separados
variant-32-neighbours-together = 32 vecinos juntos
variant-stride = salto
variant-random-order = orden aleatorio
variant-workgroups = grupos de trabajo
variant-dependent-reads = lecturas dependientes
variant-one-counter = un contador
variant-one-counter-threads-sums = un contador, sumas de hilos
variant-one-counter-subgroups-sums = un contador, sumas de subgrupos
variant-one-counter-workgroups-sums = un contador, sumas de grupos
variant-256-counters = 256 contadores
variant-256-counters-workgroups-sums = 256 contadores, sumas de grupos
variant-a-counter-per-thread = un contador por hilo
variant-in-one-pass = en una pasada
variant-a-pass-each = una pasada cada uno
variant-a-submission-each = un envío cada uno
variant-a-wait-after-each = una espera tras cada uno
variant-to-the-gpu = hacia la GPU
variant-on-the-gpu = en la GPU
variant-from-the-gpu = desde la GPU
variant-reduction = reducción
variant-scan = scan
variant-naive-sum = suma ingenua
variant-sum-in-tiles = suma en teselas
variant-fastest-direct-sum = suma directa más rápida
variant-ladders-rung-1 = rung-1 de la escalera
variant-ladders-rung-10 = rung-10 de la escalera
variant-cpu-forward = cpu: hacia delante
variant-cpu-backward = cpu: hacia atrás
variant-cpu-smallest-first = cpu: menores primero
variant-cpu-in-pairs = cpu: por pares
variant-cpu-simd-lanes = cpu: carriles SIMD
variant-cpu-threads = cpu: hilos
variant-cpu-double-precision = cpu: precisión doble
variant-one-thread = un hilo
variant-tree-halves = árbol, mitades
variant-tree-neighbours = árbol, vecinos
variant-four-at-once = cuatro a la vez
variant-library-1-workgroup = biblioteca, 1 grupo
variant-library-16-workgroups = biblioteca, 16 grupos
variant-library-2-048-workgroups = biblioteca, 2 048 grupos
variant-library-workgroups-of-8 = biblioteca, grupos de 8
variant-atomic-additions = sumas atómicas
variant-compare-and-exchange = comparar e intercambiar
variant-two-floats = dos floats
variant-double-precision = precisión doble
variant-cpu-product-and-sum = cpu: producto y suma
variant-cpu-fused = cpu: fusionado
variant-product-kept-apart = producto aparte
variant-rung-10-in-double-precision = rung-10 en precisión doble
variant-cpu-kahan = cpu: Kahan
variant-cpu-neumaier = cpu: Neumaier
variant-fma-a-b-c = fma(a, b, c)
variant-fused-multiply-add = multiplicación y suma fusionadas
variant-threads-1 = 1 hilo por cuerpo
variant-threads-2 = 2 hilos por cuerpo
variant-threads-4 = 4 hilos por cuerpo
variant-threads-8 = 8 hilos por cuerpo
variant-threads-16 = 16 hilos por cuerpo
variant-alone-unsorted = cada uno solo (sin ordenar)
variant-alone = cada uno solo (ordenados)
variant-unsorted = juntos (sin ordenar)
variant-shared = juntos (ordenados)
variant-rung-0-one-gpu-thread-does-everything = rung-0: { rung-0-title }
variant-rung-1-one-thread-per-body = rung-1: { rung-1-title }
variant-rung-2-scalar-arrays = rung-2: { rung-2-title }
variant-rung-3-parameters-in-constant-memory = rung-3: { rung-3-title }
variant-rung-4-reciprocal-square-root = rung-4: { rung-4-title }
variant-rung-5-two-loops-in-place-of-the-test = rung-5: { rung-5-title }
variant-rung-6-tiles-in-workgroup-memory = rung-6: { rung-6-title }
variant-rung-7-unrolled-by-8 = rung-7: { rung-7-title }
variant-rung-8-no-test = rung-8: { rung-8-title }
variant-rung-9-fused-multiply-add = rung-9: { rung-9-title }
variant-rung-10-unrolled-by-128 = rung-10: { rung-10-title }
variant-rung-11-flush-to-zero-and-fast-math = rung-11: { rung-11-title }

# Machines and places of published numbers

place-nehalem-8-cores = Nehalem, 8 núcleos
place-sandy-bridge-16-cores = Sandy Bridge, 16 núcleos
place-cuda-compiled-for-the-processor-over-c = CUDA compilado para el procesador, frente a C
place-2-cores = 2 núcleos
place-4-cores = 4 núcleos
place-8-cores = 8 núcleos
place-first-place-8-192-bodies = primer pasaje: 8 192 cuerpos
place-second-place-16k-bodies = segundo pasaje: 16K cuerpos
place-more-than-that-penryn-at-3-2-ghz-one-core-patterson-hennessy = más que eso: Penryn a 3,2 GHz, un núcleo, Patterson & Hennessy
place-geforce-8800-gtx-over-one-core-patterson-hennessy = GeForce 8800 GTX frente a un núcleo, Patterson & Hennessy
place-xeon-x5690-six-cores-openmp = Xeon X5690, seis núcleos, OpenMP
place-geforce-gtx-480-over-openmp = GeForce GTX 480 frente a OpenMP
place-geforce-gtx-480-over-pthreads = GeForce GTX 480 frente a Pthreads
place-geforce-gtx-480-with-rung-11 = GeForce GTX 480, con peldaño 11
place-geforce-gtx-680-with-rung-11 = GeForce GTX 680, con peldaño 11
place-geforce-gtx-480-50-000-bodies = GeForce GTX 480, 50 000 cuerpos
place-geforce-gtx-480-500-000-bodies = GeForce GTX 480, 500 000 cuerpos
place-geforce-gtx-480-5-000-000-bodies = GeForce GTX 480, 5 000 000 cuerpos

# What was found beside the time

detail-nodes-touched-per-body-min-mean-max = nodos tocados por cuerpo, mín/media/máx
detail-interactions-per-body = interacciones por cuerpo
detail-cells-per-body = celdas por cuerpo
detail-depth = profundidad
detail-walk = recorrido
detail-crossing = cruce
detail-memory = memoria
detail-per-launch = por lanzamiento
detail-roof = techo
detail-bits = bits
detail-sum = suma
detail-off-by = desviación
detail-runs = ejecuciones
detail-the-processors-loop = el bucle del procesador
detail-bits-of-the-first = bits del primero
detail-fused = fusionado
detail-separate = separado
detail-the-same-either-way = igual de ambas formas
found-interactions = { $bodies } cuerpos y { $cells } celdas
found-gflops = { $gflops } GFLOP/s en todo el paso
found-crossing = el árbol adelanta a la suma directa con unos { $bodies } cuerpos
found-memory = { $rate } GB/s, el { $percent } % de una copia
found-of-memory = { $percent } % de lo que permite: memoria
found-of-arithmetic = { $percent } % de lo que permite: aritmética
found-ulp = { $places } ulp
found-same-bits = los mismos bits en { $runs }
found-results = { $results } resultados en { $runs }
found-as-loop = los mismos bits
found-other-bits = otros bits
found-of-all = { $some } de { $all }

# Why there is no time

reason-interactions = { $interactions } interacciones tardarían demasiado
reason-no-longer = un paso con ello no tarda más que uno sin ello, hasta donde alcanza el reloj de esta máquina
reason-no-timestamps = el adaptador no tiene marcas de tiempo, con las que se distinguen las partes de un paso
reason-unsorted = los grupos sin ordenar abrirían casi todo el árbol
reason-no-volatile = WGSL no tiene volatile, y cada etapa es un lanzamiento que ve todo lo del anterior
reason-recomputed-data = ningún kernel del árbol tiene una versión que guarde lo que ahora calcula
reason-warp-voting = un grupo abre las celdas según la caja que lo rodea, así que sus hilos no tienen nada que votar
reason-full-multithreading = un lanzamiento inicia tantos hilos como caben, y WGSL no tiene manera de pedir menos
reason-throttling-barrier = ningún hilo espera la inserción de otro, así que no hay nada que frenar
reason-wait-free-pre-pass = las celdas se resumen nivel a nivel, así que ningún hilo espera a un hijo
reason-combined-fence = no hay fences: una etapa termina antes de que empiece la siguiente

# Tables and charts

column-variant = variante
column-right = correcto
column-speed-up = ganancia
column-rate = rendimiento
column-error = error
column-published = publicado
column-here = aquí
column-details = detalles
column-there = allí
verdict-wrong = erróneo
verdict-not-here = aquí no
verdict-failed = fallido
cell-time = { $median } ({ $least } a { $most })
cell-exact = exacto
cell-speed-up = { $times } respecto a { $over }
cell-times = velocidad × { $times }
cell-there = { $time } ms, aquí velocidad × { $times }
cell-published = { $value } { $unit } ({ $place })
cell-detail = { $what }: { $text }
cell-rate = { $rate }{ $unit }
speed-up-unsteady = inestable: ejecútalo otra vez
chart-milliseconds = milisegundos
chart-error = error relativo
chart-fused = parte de los resultados que se fusionó
caption-times = Milisegundos según { $across }, ambos en escala logarítmica; más abajo es más rápido.
caption-rates = { $up } según { $across }, ambos en escala logarítmica; más arriba es más rápido.
caption-errors = Error relativo del resultado en escala logarítmica; más corto es más exacto.
caption-fused = Parte de los resultados que se redondeó una sola vez, como en una multiplicación y suma fusionadas.
caption-bars = Milisegundos en escala logarítmica; más corto es más rápido.
caption-extremes = Barras de error: de la muestra más corta a la más larga.
caption-quartiles = Barras de error: la mitad central de las muestras.
caption-under-way = En curso: la mediana de las muestras hasta ahora, en milisegundos. Los resultados aún no se han comprobado.
caption-published = Rombos: publicado.

# Units

unit-elements = elementos
unit-keys = claves
unit-paths = caminos
unit-words-of-stride = palabras de salto
unit-workgroups = grupos de trabajo
unit-subgroups = subgrupos
unit-addresses = direcciones
unit-dispatches = lanzamientos
unit-blocks = bloques
unit-numbers = números
unit-nodes = nodos
unit-au = UA
unit-yr = a
unit-myr = Ma
unit-msun = MSol
unit-mearth = MTierra

# The tuning ladder

rung-0-change = Todos los cuerpos forman un array de estructuras de 40 bytes, y un único hilo de GPU ejecuta los dos bucles del programa de la CPU: nada oculta la latencia de sus lecturas, así que es mucho más lento que un hilo de la CPU.
rung-1-change = El bucle sobre los cuerpos se convierte en una malla de hilos en grupos de trabajo de 256: todos los procesadores trabajan, y cada uno ejecuta otros hilos mientras algunos esperan a la memoria.
rung-2-change = Un array por coordenada en vez del array de estructuras, para que hilos vecinos accedan a palabras vecinas; pero en el bucle interior todos los hilos leen el mismo cuerpo, así que allí no se gana nada y se pierde la localidad de una estructura.
rung-3-change = El número de cuerpos y el suavizado pasan de un búfer storage a uno uniform, que las GPU leen a través de una caché de constantes: así se gana un pequeño porcentaje donde el bucle interior los leía de la memoria.
rung-4-change = Una sola instrucción para la raíz cuadrada inversa en vez de una raíz y una división: son secuencias largas en las GPU que redondean ambas correctamente, y de todos modos la misma instrucción en las demás.
rung-5-change = Un bucle hasta el cuerpo y otro a partir de él, en vez de la comprobación i != j: se ahorra la comprobación, pero ahora los hilos de un subgrupo acaban sus bucles en momentos distintos y se esperan unos a otros.
rung-6-change = Vuelve la comprobación, y cada grupo de trabajo carga 256 fuentes en su memoria, como cuatro arrays de escalares, antes de que sus hilos sumen sobre ellas: cada palabra se lee de la memoria global una vez por grupo de trabajo, no una vez por hilo.
rung-7-change = Ocho términos por iteración: el contador, su comprobación y la bifurcación se pagan una vez por cada ocho términos, y las lecturas pueden adelantarse.
rung-8-change = Desaparece la comprobación i != j: el vector de un cuerpo a sí mismo es cero y el suavizado mantiene finito su factor, así que el término es cero y se ahorra el tiempo de una comparación de enteros y una bifurcación.
rung-9-change = Las sumas de productos se escriben como multiplicaciones y sumas fusionadas (FMA): una instrucción y un redondeo para dos operaciones. Puede que los compiladores ya fusionaran algunas, porque WGSL lo permite.
rung-10-change = 128 términos por iteración: casi no queda bucle, pero el código es largo y puede no caber en la caché de instrucciones.
rung-11-change = Opciones del compilador de CUDA ponen a cero los números desnormalizados y hacen menos precisas las funciones: WGSL no tiene nada parecido, así que no hay kernel.
rung-0-title = Un hilo de GPU lo hace todo
rung-1-title = Un hilo por cuerpo
rung-2-title = Arrays de escalares
rung-3-title = Parámetros en memoria constante
rung-4-title = Raíz cuadrada inversa
rung-5-title = Dos bucles en vez de la comprobación
rung-6-title = Teselas en la memoria del grupo
rung-7-title = Desenrollado × 8
rung-8-title = Sin comprobación
rung-9-title = Multiplicación y suma fusionadas
rung-10-title = Desenrollado × 128
rung-11-title = Desnormalizados a cero y matemáticas rápidas

# Drawings: titles, names of lines, and what happens in a step

drawing-interleaved = Entrelazado
drawing-sequential = Secuencial
drawing-cascaded = Muchos por hilo
drawing-hillis-steele = Hillis y Steele
drawing-blelloch = El árbol de Blelloch
drawing-blocks = Bloque a bloque
drawing-partition = Partición por bits
drawing-lanes = Carriles
drawing-waiting = Espera
drawing-waves = Oleadas
drawing-queue = Una cola
drawing-dispatches = Lanzamientos
drawing-copies = El camino a la GPU
drawing-segments = Segmentos
drawing-banks = Bancos
drawing-three-digits = Tres cifras
line-elements = elementos
line-threads = hilos
line-tree = árbol
line-lanes = carriles
line-processor = procesador
line-processors = procesadores
line-memory = memoria
line-keys = claves
line-place = lugar
line-moved = movidas
line-up = subida
line-zero = cero
line-down = bajada
line-in-blocks = en bloques
line-totals = totales
line-scanned = con scan
line-result = resultado
line-numbers = números
line-from-the-left = desde la izquierda
line-in-pairs = por pares
line-banks = bancos
line-host-memory = memoria del host
line-staging-memory = memoria intermedia
line-gpu-memory = memoria de la GPU
line-stride = salto { $stride }
line-round = ronda { $round }
line-segment = segmento { $segment }
line-subgroup = subgrupo { $group }
line-wave = oleada { $wave }
line-time = tiempo { $time }
line-bit = bit { $bit }
step-interleaved = Los kernels 1 y 2 empiezan por los vecinos. Los hilos que trabajan están cada vez más separados, así que todos los subgrupos siguen medio ociosos hasta el final.
step-sequential = El kernel 3 suma primero la mitad lejana. Los hilos que trabajan están uno al lado del otro, así que subgrupos enteros terminan pronto, y los vecinos leen bancos vecinos.
step-thread-adds = El hilo 0 suma
step-threads-add = Los hilos 0 a { $last } suman
step-some-threads-add = Los hilos 0, { $second }, … { $last } suman
step-first-is-sum = El primer elemento es la suma, { $sum }.
step-adds = { $threads } el elemento a distancia { $stride } por la derecha; esperan { $waiting } de { $count } hilos.
step-cascaded = Un árbol sobre { $count } elementos tiene { $rounds } pasos y { $additions } sumas, pero ocupa { $threads } hilos todo el tiempo: un coste de { $cost }.
step-alone = Cada uno de { $threads } hilos suma primero por su cuenta hasta { $each } elementos: paso { $step } de { $each }.
step-cost = La suma es { $sum }, tras { $steps } pasos de { $threads } hilos: un coste de { $cost }.
step-then-tree = Después, un árbol sobre { $sums } sumas.
step-hillis-steele = { $count } elementos. Cada uno será la suma de todos hasta él inclusive.
step-all-summed = Todo está sumado; un bucle necesita { $additions } sumas, pero una tras otra.
step-round = Ronda { $round } de { $rounds }: cada hilo suma el elemento que está { $stride } { $stride ->
    [one] lugar
   *[other] lugares
} a su izquierda.
step-blelloch = { $count } elementos. Primero sube un árbol de sumas; luego bajan las sumas de lo que queda a la izquierda.
step-up = { $threads ->
    [one] Subida: un hilo suma el par que está a distancia { $stride }.
   *[other] Subida: { $threads } hilos suman los pares que están a distancia { $stride }.
}
step-zero = La última suma, la de todos, deja su sitio a un cero: a la izquierda del conjunto no hay nada.
step-down = Bajada: el izquierdo de cada par toma el valor del derecho; el derecho, la suma de ambos.
step-exclusive = Cada uno contiene la suma de todos los anteriores (exclusivo).
step-blocks = { $count } elementos en bloques de { $length }: un grupo de trabajo para cada uno, que no ve a los demás.
step-in-blocks = Cada grupo de trabajo hace el scan de su bloque en su propia memoria. Solo el primer bloque es correcto.
step-totals = El último elemento de cada bloque es su total. Los totales forman una lista propia.
step-scanned = Se hace un scan exclusivo de esa lista corta: cuánto hay antes de cada bloque.
step-result = Cada grupo de trabajo lo suma a su bloque. Tres lanzamientos en vez de uno, y cualquier longitud.
step-keys = { $count } claves de { $bits } bits. Cada pasada mira un bit, del más bajo al más alto.
step-pass = Pasada { $pass }: el bit { $bit } está iluminado. { $zeros } claves tienen ahí un cero.
step-places = Un scan cuenta para cada clave cuántos ceros hay antes de ella. Ahí van los ceros; los unos van detrás de los { $zeros } ceros.
step-sorted = Las claves están ordenadas.
step-sorted-so-far = { $bits ->
    [one] Están ordenadas por su bit más bajo.
   *[other] Están ordenadas por sus { $bits } bits más bajos.
}
step-move = Todas las claves se mueven a la vez. Las que tienen el mismo bit conservan su orden.
step-coalescing = { $threads } hilos piden cada uno una palabra, a distancia { $stride }: { $stride ->
    [one] 1 segmento
   *[other] { $stride } segmentos
} de { $words } palabras.
step-words-moved = En total se han movido { $moved } palabras para { $threads }: útiles, el { $percent } %.
step-segment = La memoria entrega entero el segmento { $segment }; se usan { $used } de sus { $words } palabras.
step-banks = El hilo i quiere la palabra { $stride } i, que está en el banco { $stride } i mod { $threads }. Cada banco sirve una palabra por ciclo.
step-no-conflict = No hay conflicto.
step-conflict = Un conflicto de { $most }: tarda { $most } veces lo que sin él.
step-wait = Esperan: { $count }.
step-bank-cycle = Ciclo { $cycle }: { $served } de { $threads } hilos reciben su palabra.
step-three-digits = Una máquina con tres cifras decimales suma { $count } números. La suma exacta es { $exact }.
step-rounded-back = Desde la izquierda: { $sum } + { $value } = { $whole }, que con tres cifras se redondea a { $next }. El { $value } se pierde.
step-from-left = Desde la izquierda: { $sum } + { $value } = { $next }.
step-sums = La suma es { $sum }; desde la izquierda era { $left }, exactamente { $exact }.
step-in-pairs = En árbol: se suman los vecinos y luego sus sumas.
step-same-path = todos toman el mismo camino
step-paths = toman { $paths } caminos
step-divergence = { $lanes } carriles de un subgrupo comparten una instrucción a la vez. En una bifurcación, { $what }.
step-nothing-lost = No se pierde nada.
step-took = Ha tardado { $paths } veces lo que un camino.
step-path = Camino { $path }: trabajan { $lanes } carriles, esperan { $waiting }.
step-at-work = Ciclo { $cycle }: el subgrupo { $group } trabaja y luego espera { $latency } ciclos a la memoria.
step-idle = Ciclo { $cycle }: todos esperan a la memoria, y el procesador está ocioso.
step-busy = Ocupado hasta ahora: { $percent } %.
step-waves = { $count } grupos de trabajo de igual duración, y { $processors } procesadores que toman uno cada uno.
step-processors-idle = { $idle ->
    [one] Un procesador está ocioso.
   *[other] { $idle } procesadores están ociosos.
}
step-wave = Oleada { $wave } de { $waves }.
step-new-wave = Un grupo de trabajo más que { $groups } inicia una oleada nueva.
step-one-address = { $threads } hilos suman 1 a la misma dirección. Una suma atómica no deja que nadie se cuele.
step-addresses = { $threads } hilos suman 1 a { $addresses } direcciones. Cada dirección es una cola propia.
step-done = Listo tras { $turns } turnos.
step-turn = Turno { $turn }: { $served } { $served ->
    [one] hilo servido
   *[other] hilos servidos
}.
step-dispatches = Trabajo que llena la GPU durante { $work } momentos, en { $count } lanzamientos. Iniciar uno cuesta también un momento.
step-in-all = En total { $moments } momentos, { $starting } de ellos para iniciar.
step-dispatch = El lanzamiento { $dispatch } de { $count } se inicia y luego trabaja { $each } momentos.
step-copies = La memoria del programa puede moverse o pasar al disco, así que la GPU no puede leerla. Una copia pasa por la memoria intermedia.
step-first-block = El procesador copia el primer bloque a la memoria intermedia.
step-two-blocks = Mientras el bloque { $moved } cruza el bus, el procesador copia el bloque { $staged }.
step-last-block = El último bloque cruza el bus. La velocidad la fija su ancho, no la memoria de la GPU.

# The workbench, by names of kernels

bench-rung-1-title = Gravedad: un hilo por cuerpo
bench-rung-1-about = Cada hilo toma un cuerpo y suma las atracciones de todos los demás sobre él. Es correcto y sencillo, pero cada hilo lee por su cuenta todos los cuerpos de la memoria.
bench-rung-1-result = cuerpo { $place }
bench-rung-1-binding-bodies = masa, posición y velocidad de cada cuerpo; el kernel escribe su aceleración
bench-rung-1-break-1 = El último grupo de trabajo tiene más hilos que cuerpos restantes. Sin la comprobación, los hilos sobrantes leen y escriben más allá del final del array. Las comprobaciones en tiempo de ejecución del taller descartan esos accesos, así que aquí el resultado puede ser correcto; sin ellas, se sobrescribirían otros datos.
bench-rung-1-break-2 = El bucle acaba un cuerpo antes de lo debido, así que ningún cuerpo siente al último. Los errores son pequeños, y ese es el peligro: una imagen parecería correcta.
bench-rung-1-break-3 = Sin suavizado, los vecinos cercanos atraen demasiado, y todos los resultados quedan un poco mal.
bench-rung-1-exercise-1 = Hazlo más rápido: ¿hace falta la comprobación j != i?
bench-rung-1-hint-1 = El vector de un cuerpo a sí mismo es cero y, con suavizado, el factor que lo multiplica es finito. ¿Qué aporta entonces el término?
bench-rung-1-exercise-2 = Hazlo más rápido: sustituye la raíz cuadrada y la división.
bench-rung-1-hint-2 = WGSL tiene inverseSqrt(x), una sola instrucción en la mayoría de las GPU.
bench-rung-6-title = Gravedad: teselas en la memoria del grupo
bench-rung-6-about = Los 256 hilos de un grupo de trabajo cargan juntos 256 cuerpos en la memoria que comparten, y suman sobre ellos antes de cargar los siguientes: cada cuerpo se lee de la memoria global una vez por grupo de trabajo en vez de una vez por hilo. Las barreras separan la carga de la suma.
bench-rung-6-result = cuerpo { $place }
bench-rung-6-binding-mass = las masas
bench-rung-6-binding-posx = las posiciones en x
bench-rung-6-binding-posy = las posiciones en y
bench-rung-6-binding-posz = las posiciones en z
bench-rung-6-binding-accx = las aceleraciones en x, que escribe el kernel
bench-rung-6-binding-accy = las aceleraciones en y, que escribe el kernel
bench-rung-6-binding-accz = las aceleraciones en z, que escribe el kernel
bench-rung-6-break-1 = Un hilo puede leer lugares de la tesela que otros aún no han escrito: una carrera de datos. Suma entonces sobre cuerpos de la tesela anterior, o sobre nada. Las GPU que llevan al paso todo un grupo de trabajo pueden acertar por casualidad.
bench-rung-6-break-2 = Un hilo rápido puede cargar su parte de la tesela siguiente mientras los lentos aún leen esta: una carrera de datos; algunos cuerpos cuentan dos veces y otros ninguna. El resultado puede ser correcto por casualidad.
bench-rung-6-break-3 = La última tesela no está llena. En sus lugares sobrantes hay copias del último cuerpo, que no deben tener masa; con masa, el último cuerpo cuenta muchas veces.
bench-rung-6-exercise-1 = Hazlo más rápido: guarda cada cuerpo de la tesela como un solo vec4f en vez de cuatro números en cuatro arrays.
bench-rung-6-hint-1 = var<workgroup> tile: array<vec4f, WORKGROUP>; una sola lectura trae entonces posición y masa.
bench-rung-6-exercise-2 = Hazlo más rápido: escribe varios términos por iteración del bucle interior.
bench-rung-6-hint-2 = Avanza de 4 en 4 y llama a pull cuatro veces, con k, k + 1, k + 2 y k + 3: el contador y la comprobación se pagan una vez por cada cuatro términos.
bench-rung-6-exercise-3 = Busca el mejor tamaño para el grupo de trabajo.
bench-rung-6-hint-3 = Cambia WORKGROUP a 64, 128 o 512. Las teselas más grandes ahorran lecturas; los grupos de trabajo más pequeños dejan más donde elegir.
bench-block-sums-title = Reducción: sumas con un árbol
bench-block-sums-about = Cada grupo de trabajo suma un bloque de 1024 números: cada hilo suma unos cuantos; después, la mitad de los hilos añade las sumas de la otra mitad, luego un cuarto, un octavo … La suma del bloque se guarda y se añade al total.
bench-block-sums-result = bloque { $place }
bench-block-sums-binding-source = los números
bench-block-sums-binding-sums = la suma de cada bloque, que escribe el kernel
bench-block-sums-binding-total = la suma de todo; al principio, 0
bench-block-sums-break-1 = Una ronda lee lo que otros hilos han sumado en la ronda anterior, quizá antes de que lo hayan hecho: una carrera de datos. Las GPU que llevan al paso muchos hilos pueden acertar por casualidad, y así se esconden estos errores.
bench-block-sums-break-2 = El último bloque no está lleno. Sin la comprobación, sus hilos leen más allá del final; las comprobaciones en tiempo de ejecución del taller les dan otro elemento o cero, así que el último bloque y el total pueden ser demasiado grandes.
bench-block-sums-break-3 = Leer, sumar y guardar son ahora tres pasos. Si dos grupos de trabajo leen el mismo total, se pierde una de sus sumas. Todos los bloques son correctos; el total sale demasiado pequeño o, con suerte, correcto.
bench-block-sums-break-4 = El bucle acaba una ronda antes de lo debido: a la suma de cada bloque le falta lo que tiene el segundo hilo.
bench-block-sums-exercise-1 = Hazlo más rápido: prueba otros tamaños del grupo de trabajo.
bench-block-sums-hint-1 = El bloque sigue teniendo 1024 números: con WORKGROUP = 64, cada hilo suma primero 16 por su cuenta, y para eso no hace falta ninguna barrera.
bench-block-sums-exercise-2 = Hazlo más lento, para ver por qué no está escrito así: haz que cada hilo lea números vecinos.
bench-block-sums-hint-2 = Empieza en i = 4u * thread y avanza de 1 en 1, cuatro veces. Los hilos vecinos ya no leen entonces palabras vecinas.
bench-block-sums-exercise-3 = Haz que calcule el número más grande de cada bloque; el taller dará entonces por erróneos todos los bloques. ¿Por qué?
bench-block-sums-hint-3 = max(a, b) ocupa el lugar de +, y atomicMax el de atomicAdd. La referencia sigue sumando.
bench-block-scan-title = Scan: sumas acumuladas
bench-block-scan-about = Cada resultado es la suma de los números de su bloque hasta el suyo. Ronda tras ronda, cada hilo añade la suma del hilo que está 1, 2, 4, 8 … lugares antes. Todos deben haber leído antes de que alguien escriba, y al revés: dos barreras por ronda.
bench-block-scan-result = número { $place }
bench-block-scan-binding-source = los números
bench-block-scan-binding-result = sus sumas acumuladas, que escribe el kernel
bench-block-scan-break-1 = Un hilo rápido sobrescribe su suma antes de que haya leído la antigua el hilo que la necesita: una carrera de datos. Algunos números cuentan entonces dos veces. El resultado puede ser correcto por casualidad.
bench-block-scan-break-2 = Un hilo rápido lee una suma de la ronda anterior: una carrera de datos, y faltan números. El resultado puede ser correcto por casualidad.
bench-block-scan-break-3 = Los primeros hilos no tienen a nadie tan atrás. Sin la comprobación, thread - distance queda por debajo de cero, que en un número sin signo es un valor enorme; las comprobaciones en tiempo de ejecución dan otro elemento en su lugar.
bench-block-scan-exercise-1 = Hazlo más rápido: ahorra una de las dos barreras.
bench-block-scan-hint-1 = Con dos filas, 2 * WORKGROUP lugares, cada ronda lee de una y escribe en la otra; la siguiente las intercambia.
bench-block-scan-exercise-2 = Haz que sea correcto para bloques de 256 números con 128 hilos.
bench-block-scan-hint-2 = Cada hilo toma dos vecinos y los suma; los hilos hacen el scan de esas sumas, y luego el primero de los dos recibe la suma del hilo menos el segundo. Cada grupo de trabajo tiene solo 128 hilos, así que se lanza el doble de los grupos necesarios.
bench-bins-title = Histograma: recuento atómico
bench-bins-about = Muchos hilos cuentan en los mismos 64 lugares, así que deben sumar de forma atómica: en un solo paso en el que nada puede colarse. Cada grupo de trabajo cuenta primero en su propia memoria, donde esperarse unos a otros cuesta poco.
bench-bins-result = casilla { $place }
bench-bins-binding-source = los números, todos menores que 256
bench-bins-binding-result = los recuentos; al principio, 0
bench-bins-break-1 = Los hilos que cuentan a la vez en la misma casilla (bin) leen el mismo recuento antiguo, y se pierden todas sus sumas menos una: los recuentos son demasiado pequeños.
bench-bins-break-2 = Los primeros hilos añaden los recuentos al resultado antes de que otros hayan contado: una carrera de datos. Lo que llega después se pierde. El resultado puede ser correcto por casualidad.
bench-bins-break-3 = El último grupo de trabajo tiene más hilos que números restantes. Los hilos sobrantes leen más allá del final, y las comprobaciones en tiempo de ejecución les dan otro elemento o cero, que se cuenta entonces de más.
bench-bins-exercise-1 = Hazlo más lento, para ver para qué sirve la memoria del grupo de trabajo: cuenta directamente en el resultado.
bench-bins-hint-1 = atomicAdd(&result[bin], 1u), y nada más. Cuánto más lento es depende de cuántos hilos coincidan en una casilla.
bench-bins-exercise-2 = Hazlo más rápido: haz que cada hilo cuente varios números.
bench-bins-hint-2 = Hay un hilo por número, así que se lanzarán más grupos de trabajo de los necesarios: haz que cada grupo de 256 hilos tome 1024 números, y que los grupos sin números terminen con return, todos sus hilos a la vez.
bench-rung-1-binding-params = cuántos cuerpos hay, y el cuadrado de la longitud de suavizado
bench-rung-6-binding-params = cuántos cuerpos hay, y el cuadrado de la longitud de suavizado
bench-block-sums-binding-params = cuántos números hay
bench-block-scan-binding-params = cuántos números hay
bench-bins-binding-params = cuántos números hay
bench-total = total
break-the-bound-of-the-bodies = Límite de los cuerpos
break-the-bound-of-the-loop = Límite del bucle
break-softening = Suavizado
break-the-barrier-before-the-sum = Barrera antes de la suma
break-the-barrier-after-the-sum = Barrera después de la suma
break-the-bound-of-the-last-tile = Límite de la última tesela
break-the-barrier-between-the-rounds = Barrera entre las rondas
break-the-bound-of-the-numbers = Límite de los números
break-the-atomic-addition = Suma atómica
break-the-last-round = Última ronda
break-the-barrier-before-writing = Barrera antes de escribir
break-the-barrier-after-writing = Barrera después de escribir
break-the-bound-of-the-block = Límite del bloque
break-the-atomic-count = Recuento atómico
break-the-barrier = Barrera

# Texts

text-sentences = { $first } { $next }

# Texts

mark-time = { $time } ms, { $place }
mark-of = { $name }, { $place }

# Texts

wrong-element = de { $count } elementos, el resultado número { $place } es { $result }, no { $expected }
wrong-number = { $results } resultados en vez de { $expected }
wrong-accelerations = la mediana del error de sus aceleraciones es { $error }
wrong-percentile = el percentil 99 del error de sus aceleraciones es { $error }
wrong-bodies = contiene { $some } de { $all } cuerpos
wrong-loops = el controlador terminó sus bucles antes de tiempo
wrong-sum = la suma es { $sum }, no { $exact }; el redondeo permite { $most }
wrong-transform = su error relativo es { $error }
wrong-solution = su error es { $error }
wrong-bits = { $runs } ejecuciones en orden fijo dieron { $results } resultados: { $bits }
wrong-neither = el resultado número { $place } es { $result }; fusionado es { $fused }, separado { $separate }
