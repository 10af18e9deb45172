# The laboratory: experiments, charts and tables, drawings, the workbench.

# Experiments, by name

experiment-workgroup-size-title = Threads pro Workgroup
experiment-workgroup-size-about = Dieselben Threads mit derselben Arbeit, in Workgroups von 1 bis 1 024. Eine Workgroup mit weniger Threads, als eine Subgroup Lanes hat, lässt die übrigen untätig: Ein Thread pro Workgroup verschwendet auf NVIDIAs GPUs 31 von 32. Darüber hält ein Multiprozessor nur begrenzt viele Workgroups, kleine füllen ihn also nicht. Jenseits von 128 oder 256 spielt die Größe kaum eine Rolle, nur werden die letzten Workgroups eines Starts umso später fertig, je größer sie sind. Die Zahl ist die der Threads.
experiment-block-scaling-title = Immer mehr Workgroups
experiment-block-scaling-about = Jede Workgroup mit 256 Threads hat dieselbe Arbeit. Einige wenige dauern so lange wie eine, denn jede bekommt einen eigenen Multiprozessor, und die anderen sind untätig. Hat jeder Multiprozessor eine, muss die nächste teilen: Die Zeit steigt um eine Stufe, bleibt und steigt wieder, sobald es eine mehr als doppelt so viele gibt. Ein Start braucht also viele Workgroups, ein Vielfaches der Multiprozessoren, oder gerade so viele, dass sie gefüllt sind.
experiment-block-scaling-difference-1 = Die Zahl ist die der Workgroups.
experiment-block-scaling-difference-2 = Ein Software-Adapter hat einen Multiprozessor pro Prozessorkern, und die andere Arbeit des Systems stört ihn.
experiment-occupancy-title = Latenz verdecken
experiment-occupancy-about = Jeder Thread folgt einer Kette durch den Speicher: Er kann nicht weiterlesen, bevor das letzte Wort da ist, was Hunderte Takte dauert. Ein Multiprozessor verdeckt das, indem er solange andere Subgroups laufen lässt, so viele er hält. Hier belegt jede Workgroup mit 64 Threads immer mehr Workgroup-Speicher, ohne ihn zu nutzen. Daher passen weniger zugleich hinein, und weniger wird verdeckt: Ab einer gewissen Menge dauert doppelt so viel Speicher doppelt so lange. Register begrenzen die Zahl ebenso. Die Zahl ist die der Threads.
experiment-occupancy-difference-1 = Ein Software-Adapter führt auf jedem Kern eine Workgroup nach der anderen aus und verdeckt nichts, die Menge macht also keinen Unterschied.
experiment-launches-title = Was ein Kernelstart kostet
experiment-launches-about = Kernel mit einem einzigen Thread, der zählt: Zeit kostet nur das Starten. Einer allein kostet den Weg zur GPU und zurück, einige zehn Mikrosekunden. Viele in einem Pass folgen auf der GPU im Abstand weniger Mikrosekunden aufeinander, denn jeder wartet nur auf das, was der vorige geschrieben hat. Passes kosten wenig extra. Übergaben kosten jede die Arbeit des Treibers, und nach jeder zu warten kostet jedes Mal den ganzen Weg. Darum fasst Starshell viele Schritte in einer Übergabe zusammen.
experiment-launches-difference-1 = Gemessen wird mit der Uhr des Hosts: Aufzeichnen, Übergeben, Ausführen und Warten zählen alle.
experiment-coalescing-title = Zusammengefasste Zugriffe
experiment-coalescing-about = Jedes Wort eines großen Puffers wird einmal gelesen, in verschiedenen Reihenfolgen. Der Speicher liefert Zeilen von 32 bis 128 Byte. Bei Schrittweite 1 lesen die Threads einer Subgroup wenige ganze Zeilen. Je weiter die Wörter benachbarter Threads auseinanderliegen, desto mehr Zeilen berühren sie, und desto weniger nutzen sie von jeder, bevor Caches sie verlieren: Das Tempo fällt auf ein Achtel oder weniger und dann nicht weiter, denn mehr als eine Zeile pro Wort geht nicht. Eine zufällige Reihenfolge ist ebenso schlecht und vereitelt auch alles, was das Nächste errät. Die Zahl ist die der Wörter, auf eine Zweierpotenz abgerundet.
experiment-coalescing-difference-1 = Das Tempo zählt die gelesenen Wörter, nicht die dafür bewegten Zeilen.
experiment-coalescing-difference-2 = Passt der Puffer in einen Cache, wie es auf einem Prozessor sein kann, warten die Zeilen dort auf ihre anderen Wörter, und es geht weniger verloren.
experiment-bank-conflicts-title = Bankkonflikte
experiment-bank-conflicts-about = Workgroup-Speicher besteht aus Bänken, auf den meisten GPUs 32, von denen jede ein Wort auf einmal ausgibt. Threads, die benachbarte Wörter lesen, nutzen alle Bänke zugleich. Bei Schrittweite 2 nutzen sie jede zweite Bank, und jede davon muss zwei Threads bedienen; bei Schrittweite 32 bedient eine einzige Bank alle, einen nach dem anderen. Ein Wort mehr, Schrittweite 33, bringt sie wieder in verschiedene Bänke: Darum bekommen Matrizen im Workgroup-Speicher eine Spalte, die niemand liest. Die Zahl ist die der Threads.
experiment-bank-conflicts-difference-1 = Ein Software-Adapter hat keine Bänke: Sein Workgroup-Speicher ist gewöhnlicher Speicher in einem Cache, und alle Schrittweiten kosten etwa gleich viel.
experiment-roofline-title = Die Roofline
experiment-roofline-about = Ein Kernel ist durch den Speicher oder durch die Arithmetik begrenzt, und welche von beiden es ist, folgt aus einem Verhältnis: den Operationen pro Byte, das er vom globalen Speicher verlangt. Links vom Knick ist das Dach das Tempo des Speichers mal dieses Verhältnis, rechts davon die Spitzenleistung der Arithmetik. Reduktionen und Scans haben pro Byte wenig zu tun und laufen, wenn sie gut sind, so schnell wie der Speicher. Eine Summe über alle Paare, die teilt, was sie lädt, hat Hunderte Operationen pro Byte, und nur die Arithmetik begrenzt sie. Eine, die für jede Wechselwirkung jeden Körper lädt, steht über dem Dach: Caches beantworten das meiste, was sie vom Speicher verlangt. Die Zahl ist die der Elemente oder Körper.
experiment-roofline-difference-1 = Beide Teile des Dachs sind gemessen: Bytes, die eine Kopie liest und schreibt, und fused multiply-adds zu zwei Operationen.
experiment-roofline-difference-2 = Bytes sind die, die der Algorithmus verlangt, nicht die bewegten; jede Zeile sagt, wie sie gezählt werden.
experiment-roofline-difference-3 = Wechselwirkungen zählen 20 Operationen wie in den Texten, auf der Leiter so viele, wie der Text der Stufe hat. Wurzeln kosten mehr als einen Befehl, und nicht alles ist ein multiply-add, daher bleibt auch ein perfekter Kernel unter dem Dach.
experiment-divergence-title = Divergente Threads
experiment-divergence-about = Jeder Thread nimmt einen von 32 Pfaden, alle gleich lang. Die Threads einer Subgroup teilen sich einen Befehlsstrom: 32 sind es auf NVIDIAs GPUs. Wählen Nachbarn verschieden, geht die Subgroup jeden gewählten Pfad nacheinander, und die Threads der anderen warten. Doppelt so viele Pfade dauern doppelt so lange, bis jeder Thread seinen eigenen hat. Wählen 32 Threads in Folge dasselbe, gibt es ebenso viele Pfade, und nichts geht verloren: Verzweigungen kosten an sich nichts, nur Uneinigkeit. Die Zahl ist die der Threads.
experiment-divergence-difference-1 = Ein Software-Adapter hat schmale Vektoren, etwa 8 Threads statt 32: Noch mehr Pfade kosten nichts extra.
experiment-atomics-title = Atomare Additionen
experiment-atomics-about = Zufällige Wörter werden auf Zähler addiert. Additionen auf eine Adresse müssen aufeinander warten, woher sie auch kommen; Additionen auf verschiedene Adressen nicht. Daher sind 256 Zähler, ein Histogramm, schneller als einer, und mit einem Zähler pro Thread gibt es gar keine Konkurrenz. Aber das meiste Warten lässt sich vermeiden: Ein Thread, eine Subgroup oder eine Workgroup addiert zuerst, was sie hat, und addiert die Summe einmal. Für Histogramme hat der Workgroup-Speicher eigene atomare Additionen. Die Zahl ist die der Wörter.
experiment-atomics-difference-1 = Compiler dürfen zusammenfassen, was eine Subgroup an eine Adresse schickt, was die Variante mit Subgroups von Hand tut. Dann sind beide gleich schnell.
experiment-atomics-difference-2 = Auf einem Software-Adapter konkurrieren zwei oder mehr Kerne; seine Subgroups sind so breit wie die Vektoren des Prozessors.
experiment-copies-title = Kopien zwischen Host und GPU
experiment-copies-about = Zufällige Bytes gehen vom Host zur GPU, auf der GPU von einem Puffer in einen anderen und zurück zum Host. Kleine Kopien dauern so lange wie eine leere: Ihr Tempo wächst mit der Größe, bis der Bus oder der Speicher die Grenze setzt. Der Bus zum Host ist weit langsamer als der Speicher der GPU, 10- bis 100-mal. Daher bleiben Daten auf der GPU: Starshell lädt die Körper einmal hoch und liest zurück, was verlangt wird.
experiment-copies-difference-1 = Kopien zur GPU und von ihr enthalten, worauf ein Programm wartet: die Kopie in oder aus Speicher, auf den beide zugreifen, die Übergabe und das Warten; auf dem Rückweg auch das Anlegen dieses Speichers.
experiment-copies-difference-2 = Bytes zählen einmal, obwohl eine Kopie auf der GPU jedes liest und schreibt.
experiment-copies-difference-3 = Der Speicher eines Software-Adapters ist der des Hosts: Alle drei kopieren darin.
experiment-reduction-sizes-title = Reduktionen nach Größe
experiment-reduction-sizes-about = Wenige Elemente lassen den größten Teil einer GPU untätig, und die Zeit ist die, einen Kernel zu starten und auf ihn zu warten: Die Rate steigt mit der Anzahl, bis der Speicher sie bestimmt. Zahlen, die in einen Cache passen, lassen sich schneller lesen als aus dem Speicher. Der Prozessor beginnt sofort, also führt er bei wenigen.
experiment-reduction-sizes-difference-1 = Der Text nennt Zeiten für 4M Elemente und eine Rate für 32M; dies ist die Kurve dazwischen und darunter.
experiment-reduction-blocks-title = Reduktionen nach Größe der Workgroup
experiment-reduction-blocks-about = Eine große Workgroup hat einen hohen Baum, dessen obere Ebenen die meisten Threads untätig lassen, und nur wenige passen auf einen Prozessor; eine kleine hat einen niedrigen Baum, lässt aber mehr Teilsummen für den nächsten Durchgang übrig und hat zu wenige Threads, um die Latenz des Speichers zu verdecken. Wo jeder Thread zuerst viele Elemente addiert, spielt die Größe kaum eine Rolle.
experiment-reduction-blocks-difference-1 = Der Text nennt Zeiten nur für Workgroups mit 128 Threads.
experiment-scan-operators-title = Scans mit beliebigem Operator
experiment-scan-operators-about = Ein Scan verlangt von seinem Operator nur, dass er assoziativ ist: a (b c) = (a b) c. Summen, Extremwerte und die Verkettung von Abbildungen x -> a x + b, deren Reihenfolge zählt und die lineare Rekursionen löst, laufen mit denselben Kerneln. Ein exklusiver Scan lässt jedes Element selbst weg, das erste Ergebnis ist also das neutrale Element des Operators.
experiment-scan-operators-difference-1 = Der Text nennt keine Zeiten.
experiment-scan-operators-difference-2 = Die eigenen Kernel des Textes stehen hier für Summen.
experiment-sort-sizes-title = Radixsorts nach Größe
experiment-sort-sizes-about = Schlüssel pro Sekunde über ihrer Anzahl. Jeder Durchgang eines Radixsorts startet mehrere Kernel, wenige Schlüssel dauern also so lange wie viele; dort gewinnen die Sortierverfahren des Prozessors. Bei vielen Schlüsseln bestimmt der Speicher die Rate.
experiment-sort-sizes-difference-1 = Der Text nennt keine Zeiten.
experiment-nbody-formulations-title = Acht Formulierungen
experiment-nbody-formulations-about = Dieselbe Summe auf dem Prozessor und auf der GPU: einfache Schleifen über Strukturen und über Arrays, SSE, alle Kerne; dann ein GPU-Thread pro Körper mit Quellen aus dem globalen Speicher, aus dem Workgroup-Speicher, aus den Registern einer anderen Lane, aus dem konstanten Speicher; und jedes Paar einmal, mit atomaren Additionen. Der Text hoffte, das dritte newtonsche Gesetz werde sich eines Tages lohnen. Mit atomaren Additionen kostet es noch immer mehr, als es spart; mit Summen in fester Reihenfolge im Workgroup-Speicher lohnt es sich (symmetric).
experiment-nbody-formulations-difference-1 = Gemessen werden ganze Schritte: die Kräfte und eine Leapfrog-Aktualisierung.
experiment-nbody-formulations-difference-2 = Die Kernel des Textes sind cpu-aos-packed, cpu-soa-serial, cpu-sse, cpu-sse-threaded, naive, atomic-triangle, tile und shuffle. Daneben: ganze Körper als Strukturen, die breitesten Vektoren dieses Rechners und ein Kreis statt des Dreiecks, der die Arbeit gleichmäßig verteilt.
experiment-nbody-formulations-difference-3 = Auf anderen Prozessoren als x86-64 sind die vier Lanes ein Array und die Wurzeln exakt: Eine Näherung mit 12 Bit haben sie nicht.
experiment-nbody-formulations-difference-4 = Körper dürfen verschiedene Massen haben, daher wird die Anziehung eines Paars für jeden seiner Körper mit einer Masse multipliziert.
experiment-nbody-formulations-difference-5 = Der konstante Speicher fasst 64 KiB: 4 096 Körper pro Stapel, im Text 4 000.
experiment-nbody-formulations-difference-6 = Der Text widerspricht sich: Die Kernel naive, shared und atomic brauchen an der ersten Stelle 62, 55 und 90 ms bei 8 192 Körpern, an der zweiten 62, 55 und 93 ms bei 16K. Beides steht neben den Zeilen. Die Tabelle des Textes nennt andere Zeiten.
experiment-nbody-formulations-difference-7 = Die letzten Varianten des Textes laufen auf mehreren GPUs, mit je einem Host-Thread oder einem für alle. Starshell nutzt eine GPU.
experiment-nbody-threads-title = Threads pro Körper
experiment-nbody-threads-about = Bei wenigen Körpern gibt es weniger Threads, als eine GPU ausführen kann, und der größte Teil von ihr ist untätig. Mehrere Threads pro Körper, die je über einen Teil der Quellen summieren, füllen sie; der Preis ist das Addieren ihrer Summen. Wo es genug Körper gibt, kostet das Aufteilen nur. Der Text fand die Grenze bei 4 096 Körpern; je breiter die GPU, desto weiter liegt sie.
experiment-nbody-threads-difference-1 = Gemessen werden ganze Schritte: die Kräfte und eine Leapfrog-Aktualisierung.
experiment-nbody-cpu-title = Der Prozessor, nach Körpern und Threads
experiment-nbody-cpu-about = Der ehrliche Vergleichsmaßstab: eine einfache Schleife, SIMD auf einem Kern und SIMD auf allen Kernen, über der Anzahl der Körper. Anders als eine GPU ist ein Prozessor mit wenigen Körpern so schnell wie mit vielen, bis die Threads zu wenig zu teilen haben.
experiment-nbody-cpu-difference-1 = Der Prozessor des Textes erreichte 0,2 bis 2 GFLOP/s; welche seiner Kurven zu welcher Formulierung gehört, wird nicht gesagt.
experiment-nbody-cpu-difference-2 = Der Text übersetzte CUDA für den Prozessor. Dasselbe tut hier für WGSL ein Software-Adapter: lavapipe übersetzt einen Kernel für Vektoren und Threads des Prozessors.
experiment-nbody-cpu-difference-3 = Auf 2, 4 und 8 Kernen lief der Kernel des Textes 2,0-, 3,97- und 7,94-mal so schnell wie auf einem; hier hat der Kernel Vektoren.
experiment-nbody-frames-title = Körper auf dem Bildschirm
experiment-nbody-frames-about = Die rotierende Schale, wie der Text sie laufen ließ: ein Schritt und ein Bild aller Körper pro Frame. Das Bild hier hat Lichthöfe, diffuses Licht und eine Tonwertkurve und misst 1920 mal 1080.
experiment-nbody-frames-difference-1 = Das Bild wird gezeichnet, aber nicht gezeigt; kein Bildschirm begrenzt also die Rate.
experiment-nbody-members-title = Mitglieder und Ränge
experiment-nbody-members-about = Mehrere Mitglieder teilen sich jede Kraftberechnung: Jedes bekommt alle Positionen und summiert für seinen Anteil der Körper oder Paare. Mitglieder eines Prozesses sind Geräte, jedes von einem eigenen Thread bedient oder alle von einem; Ränge sind Prozesse, die sich per MPI austauschen, auf einer oder vielen Maschinen. Was ein Mitglied gewinnt, muss den Austausch übertreffen; wenige Körper berechnet man daher am besten allein.
experiment-nbody-members-difference-1 = Der Text nennt keine Zeiten mehrerer GPUs. Hat eine Maschine weniger Adapter als Mitglieder, teilen sich mehrere Geräte einen samt seiner Geschwindigkeit; was dabei verloren geht, ist der Austausch.
experiment-nbody-members-difference-2 = Auf einem Software-Adapter rechnen Geräte mit dem Adapter und Ränge mit dem Prozessor, alle auf denselben Kernen. Ränge brauchen ein Programm mit dem Merkmal mpi, und mpirun.
experiment-nbody-ladder-title = Die Tuning-Leiter
experiment-nbody-ladder-about = Zwölf Versionen eines Kernels. Jede ist die vorige mit einer einzigen Änderung, also zeigt die Tabelle, was jede Änderung auf diesem Rechner wert ist. Ein einzelner GPU-Thread ist weit langsamer als einer des Prozessors; ein Thread pro Körper kehrt das um. Was folgt, hat die GPU-Programmierung ein Jahrzehnt lang geprägt, und manches davon hat seinen Wert verloren: Caches leisten, was Kacheln im Workgroup-Speicher leisteten, und Compiler entrollen. Die letzten Zeilen sind das, was den Texten fehlt: mehrere Körper pro Thread, jedes Paar einmal, ein Baum.
experiment-nbody-ladder-difference-1 = Gemessen werden nur die Kräfte, nicht die Integration, die weniger als ein Prozent kostet.
experiment-nbody-ladder-difference-2 = Stufe 11, flush to zero und schnelle Mathematik, ist ein Schalter von NVIDIAs Compiler; WGSL überlässt beides dem Treiber.
experiment-nbody-ladder-difference-3 = Die für Stufe 3 veröffentlichten Faktoren gelten für 1 000 Körper; bei der dritten GPU für 3 000 und 300 000 statt 1 000 und 100 000.
experiment-nbody-ladder-difference-4 = Ein Compiler darf schon vor Stufe 9 ein Produkt und eine Summe verschmelzen: WGSL erlaubt es.
experiment-nbody-ladder-difference-5 = Die letzte Stufe in doppelter Genauigkeit nutzt die Wurzel von WGSL, die Treiber in mehreren Schritten berechnen, wie CUDA auch.
experiment-reduction-title = Sieben Reduktionen
experiment-reduction-about = Das Addieren ganzer Zahlen ist durch den Speicher begrenzt: Ein perfekter Kernel liest so schnell wie eine Kopie. Im Text braucht der erste dreißigmal so lange wie der letzte, weil seine Threads divergieren; der nächste beseitigt die Divergenz, dann folgen die Bankkonflikte, dann untätige Threads, dann die letzten Barrieren, und am Ende addiert jeder Thread viele Elemente, bevor der Baum beginnt. Was später kam, liest vier Elemente auf einmal und überlässt den Baum der Subgroup.
experiment-reduction-difference-1 = Die Kernel 5 bis 7 (in-step) lassen die Barrieren und Tests des letzten Warps weg; hier ist das eine Subgroup mit so vielen Threads, wie die des Adapters haben. Der Text verließ sich auf den Gleichschritt, den keine GPU mehr zusichert; Barrieren der Subgroup ersetzen ihn. Daneben stehen dieselben Kernel mit allen Barrieren, die auf jedem Adapter laufen.
experiment-reduction-difference-2 = Blöcke haben 128 Threads, wie im Text. Kernel 7 hat höchstens 256 davon, im Text 64 bis 256; many-elements hat 2 048.
experiment-reduction-difference-3 = Gigabyte sind die der Elemente; die Karte des Textes bewegt höchstens 86,4. Die einer Kopie zählen doppelt, gelesen und geschrieben.
experiment-scan-title = Scans
experiment-scan-about = Ein Scan ersetzt jedes Element durch die Summe bis zu ihm: Aus [3 1 7 0 4 1 6 3] wird [3 4 11 11 15 16 22 25]. Eine Schleife braucht n Additionen, eine nach der anderen. Der Scan von Hillis und Steele braucht log n Runden und n log n Additionen; Blellochs Baum geht in 2 log n Runden hinauf und hinab, mit wenig mehr Additionen als die Schleife. Der heutige geht einmal über die Elemente, wobei Kacheln nachschlagen, was die Kacheln vor ihnen veröffentlicht haben.
experiment-scan-difference-1 = Der Text nennt keine Zeiten.
experiment-scan-difference-2 = Der Scan von Hillis und Steele genau nach dem Text arbeitet an Ort und Stelle, mit zwei Barrieren pro Runde; daneben steht einer mit zwei Zeilen, bei dem jede Runde die eine liest und die andere schreibt, mit einer Barriere.
experiment-sort-title = Radixsorts
experiment-sort-about = Sortieren von der niedrigsten Stelle zur höchsten, jedes Mal ohne die bisherige Ordnung zu stören. Mit einzelnen Bits sind das 32 Durchgänge über die Schlüssel, jeder ein Scan; mit vier Bit auf einmal 8, mit acht Bit 4. Der heutige Radixsort erledigt jeden Durchgang in einem Zug.
experiment-sort-difference-1 = Der Text nennt keine Zeiten.
experiment-sort-difference-2 = Genau nach dem Text (one-block-in-place, one-bit-by-ones) scannt eine Teilung die Einsen inklusiv; in einem Block enthält eine einzige Zeile Schlüssel, Einsen und wieder Schlüssel. one-block hat zwei Zeilen pro Scan und eine Zeile Schlüssel, one-bit scannt die Nullen exklusiv.
experiment-sort-difference-3 = Ein Block fasst höchstens 1 024 Schlüssel, einen pro Thread.
experiment-poisson-title = Die Poisson-Gleichung
experiment-poisson-about = Eine Fourier-Transformation macht aus Ableitungen Produkte: Jede Welle der Quelle wird durch -(kx² + ky²) geteilt, und zurücktransformiert ist sie das Potential. Die Quelle ist der Laplace-Operator einer Gaußglocke auf einem periodischen Quadrat, daher ist das Potential bekannt. Die drei Fassungen des Textes unterscheiden sich darin, woher die Division ihre Wellenzahlen hat. Reelle Transformationen brauchen die Hälfte des Speichers, und Spalten, die in einem Durchgang hin, geteilt und zurück gehen, lesen den Speicher dreimal statt siebenmal. Mehrgitterverfahren brauchen keine Transformation: Sie glätten auf Gittern mehrerer Größen.
experiment-poisson-difference-1 = Der Text berechnet die Wellenzahlen für alle Fassungen auf dem Host; hier berechnet sie in der ersten jeder Thread.
experiment-poisson-difference-2 = Die dritte Fassung des Textes lädt nur die erste Wellenzahl jeder Workgroup in den gemeinsamen Speicher, ein Versehen. Hier werden alle geladen.
experiment-poisson-difference-3 = Die veröffentlichten Zeiten einer ganzen Lösung sind die ihrer Kernel, ohne Kopien. Beide Zahlen bei widen stammen aus dem Text: am Anfang und nach der Abstimmung.
experiment-poisson-difference-4 = Das Mehrgitterverfahren löst die Gleichung für Differenzen von fünf Punkten, daher ist sein Fehler der der Differenzen: Er fällt mit dem Quadrat des Abstands der Punkte.
experiment-barnes-hut-kernels-title = Sechs Phasen eines Schritts
experiment-barnes-hut-kernels-about = Ein Schritt eines Baumcodes findet die Box um alle Körper, baut den Baum, fasst seine Zellen von den Blättern zur Wurzel zusammen, sortiert die Körper nach Ort, durchläuft den Baum für jeden von ihnen und bewegt sie. Im Text kostet der Durchlauf fast die ganze Zeit; je schneller er wird, desto mehr zählt das andere.
experiment-barnes-hut-kernels-difference-1 = Hier werden Körper vor dem Bau des Baums sortiert, nach ihren Schlüsseln; im Text werden sie mit Sperren eingefügt und danach sortiert.
experiment-barnes-hut-kernels-difference-2 = Die veröffentlichten Zahlen des Textes gelten für 5 000 000 Körper in einfacher Genauigkeit. Seine Zeiten in doppelter Genauigkeit haben kein Gegenstück: Ein Baum summiert hier in einfacher Genauigkeit und speichert Orte auf Wunsch mit 47 Bit.
experiment-barnes-hut-kernels-difference-3 = GFLOP/s zählen 23 Operationen pro Körper oder Monopol und 65 pro Quadrupol, das anzieht, nur für den Durchlauf. Der Text zählt auch die anderen Phasen und Byte pro Sekunde, was hier nicht geschieht.
experiment-barnes-hut-kernels-difference-4 = Die Zellen des Textes haben im Mittel 3,1 Kinder und enthalten einzelne Körper; Blätter enthalten hier bis zu 40.
experiment-barnes-hut-parallelism-title = Parallelität, Ebene für Ebene
experiment-barnes-hut-parallelism-about = An wie vielen Knoten man gleichzeitig arbeiten kann. Die Wurzel ist allein und nutzt eine GPU nicht aus; jede Ebene darunter hat bis zu achtmal so viele, bis die meisten Zweige in Blättern enden und nur die dichte Mitte des Haufens weitergeht. Der Bau geht diese Ebenen hinunter, das Zusammenfassen wieder hinauf. Der Durchlauf hat durchgehend so viele Threads, wie es Körper gibt.
experiment-barnes-hut-parallelism-difference-1 = Der Text zeigt eine Abbildung ohne Zahlen.
experiment-barnes-hut-parallelism-difference-2 = Seine Runden beim Bau fügen Körper je eine Ebene tiefer ein; hier werden alle Knoten aller Ebenen auf einmal aus den sortierten Schlüsseln gefunden, und nur das Zusammenfassen geht Ebene für Ebene.
experiment-barnes-hut-parallelism-difference-3 = Raten sind Knoten pro Ebene; Millisekunden gelten für Bau und Zusammenfassen des ganzen Baums.
experiment-barnes-hut-ideas-title = Einzelne Ideen eines Baumcodes
experiment-barnes-hut-ideas-about = Der Text schaltet eine Idee nach der anderen ab und sagt, wie viel langsamer sein Baumcode wird. Zwei Ideen sind am meisten wert: nach Ort sortierte Körper und Nachbarn, die den Baum gemeinsam durchlaufen. Jede wird hier mit demselben Baum ohne sie verglichen. Viele der anderen reparieren, was das Einfügen mit Sperren kostet, und haben in einem aus sortierten Schlüsseln gebauten Baum kein Gegenstück.
experiment-barnes-hut-ideas-difference-1 = Ohne Sortieren durchläuft eine Gruppe weit verstreuter Körper den Baum gemeinsam und öffnet fast alles, wie im Text.
experiment-barnes-hut-ideas-difference-2 = Ohne gemeinsamen Durchlauf hat jeder Körper einen Thread und öffnet, was er braucht; das ergibt auch weniger Wechselwirkungen.
experiment-barnes-hut-ideas-difference-3 = Die Threads des Textes sind die einer GPU; hier läuft der Baum des Prozessors auf einem Thread und auf allen.
experiment-barnes-hut-title = Wo der Baum überholt
experiment-barnes-hut-about = Die direkte Summe braucht n² Wechselwirkungen, der Baum etwa n log n, aber jede seiner Wechselwirkungen kostet mehr, und er muss gebaut werden. Daher gewinnt bei wenigen Körpern die direkte Summe: im Text unter etwa 15 000. Je schneller die direkte Summe, desto später der Schnittpunkt. Der Baum des Prozessors hat dieselben Einstellungen und Fehler.
experiment-barnes-hut-difference-1 = Der Baum öffnet nach Genauigkeit und hat Quadrupole; der des Textes öffnet nach einem Winkel und hat Monopole.
experiment-barnes-hut-difference-2 = Er sortiert Körper und findet Knoten aus gemeinsamen Präfixen, wo der Text Körper mit Sperren einfügt. Daher haben dessen sechs Phasen Gegenstücke, nicht aber die einzelnen Ideen zu Sperren, Fences und Bremsen.
experiment-barnes-hut-walks-title = Gemeinsam durch den Baum
experiment-barnes-hut-walks-about = Benachbarte Körper sehen fast dieselben Zellen. Durchläuft eine Gruppe von ihnen den Baum gemeinsam, wird jeder Knoten einmal für alle gelesen; sind die Körper nicht sortiert, ist eine Gruppe verstreut, öffnet fast alles, und die Idee ist nichts wert. Der Text maß das 3,6- bis 8,2-Fache für das Sortieren und das 6,2- bis 8,6-Fache für den Gleichschritt, mit 50 000 bis 5 000 000 Körpern.
experiment-barnes-hut-walks-difference-1 = Die Faktoren des Textes gelten jeweils gegenüber der Version ohne diese eine Idee; hier gelten beide gegenüber Körpern, die den Baum einzeln und unsortiert durchlaufen.
experiment-one-sum-title = Eine Summe, viele Ergebnisse
experiment-one-sum-about = Dieselben Zahlen, positiv und negativ und von sehr verschiedener Größe, werden in vielen Reihenfolgen und Genauigkeiten addiert. Jede Addition rundet, jede Reihenfolge hat also ihr eigenes Ergebnis, und keines ist falsch: Alle liegen innerhalb der Schranke, die die Theorie für ihre Reihenfolge angibt. Reihenfolgen mit kurzen Ketten von Additionen, wie in einem Baum, weichen weniger ab als eine Schleife; kompensierte Summen und doppelte Genauigkeit weichen kaum ab. Eine feste Reihenfolge ergibt in jedem Lauf dieselben Bits, auch auf einer GPU. Additionen nach dem Motto „wer zuerst kommt“ tun das nicht: Jeder von zehn Läufen kann mit anderen Bits enden. Die Zahl ist die der Summanden.
experiment-one-sum-difference-1 = Fehler sind gegen die exakte Summe in ganzen Zahlen gemessen, in Einheiten der letzten Stelle einfacher Genauigkeit.
experiment-one-sum-difference-2 = Auf einem Software-Adapter konkurrieren wenige Threads, daher kann eine dem Zufall überlassene Reihenfolge in jedem Lauf gleich ausfallen.
experiment-fused-title = Verschmolzen oder nicht
experiment-fused-about = a · b + c, wobei c das gerundete Produkt mit umgekehrtem Vorzeichen ist. Wird das Produkt vor der Summe gerundet, bleibt nichts übrig: 0. Wird nur das Ergebnis gerundet, wie bei einem fused multiply-add, ist die Summe das, was das Runden des Produkts verloren hätte. Beides ist richtig. Ein Prozessor tut, was das Programm sagt; der Compiler einer GPU darf ein Produkt und eine Summe in einem Ausdruck verschmelzen, und WGSL erlaubt beides sogar bei fma(). Derselbe Text kann also auf zwei Rechnern verschiedene Bits ergeben. Die Zahl ist die der Tripel.

# What an experiment varies along its axis

axis-level = Ebene
axis-threads-per-workgroup = Threads pro Workgroup
axis-paths-per-32-threads = Pfade pro 32 Threads
axis-stride-in-words = Schrittweite in Wörtern
axis-workgroups = Workgroups
axis-kib-of-workgroup-memory-per-workgroup = KiB Workgroup-Speicher pro Workgroup
axis-launches = Kernelstarts
axis-bytes = Bytes
axis-flop-per-byte = flop pro Byte
axis-number = Anzahl
axis-members = Mitglieder

# What cases do differently from those before

note-cpu-wgsl = Das GPU-Programm selbst auf dem Prozessor, durch einen Software-Adapter wie lavapipe
note-tree-all = Im Durchlauf des Textes berührt ein Körper 818 bis 6 315 Knoten, im Mittel 4 117, in einem Baum mit bis zu 22 Ebenen.
note-random-order = Benachbarte Threads lesen Wörter, die nichts miteinander zu tun haben
note-copy = Liest und schreibt 16 Byte pro Thread; beides zählt
note-one-address = Jedes Wort wird auf dieselbe Adresse addiert
note-threads-sums = Ein Thread addiert seine 16 Wörter in einem Register
note-subgroups-sums = Eine Subgroup addiert ein Wort von jedem ihrer Threads in Registern
note-workgroups-sums = Eine Workgroup addiert 4 096 Wörter atomar in ihrem Speicher
note-histogram = Ein Histogramm: Acht Bit des Wortes wählen den Zähler
note-histogram-in-workgroups = Ein Histogramm im Workgroup-Speicher, am Ende zum anderen addiert
note-counter-per-thread = 16 Additionen auf dieselbe Adresse, ohne Konkurrenz
note-fused-multiply-add = 16 unabhängige Ketten pro Thread, je zwei Operationen
note-reduction = Eine Addition pro Element von vier Byte, das einmal gelesen wird
note-scan = Eine Addition, hier ganzer Zahlen, pro Element von vier Byte, das einmal gelesen und einmal geschrieben wird
note-naive = Jeder Thread liest für jede Wechselwirkung die 16 Byte eines Körpers
note-tree = Gebaut und durchlaufen. 23 Operationen pro Körper oder Monopol, 65 pro Quadrupol; 64 Byte pro Knoten, den der Durchlauf einer Gruppe ansieht, und 16 pro Körper, der die Gruppe anzieht. Der Bau zählt als Zeit ohne Operationen
note-one-thread = Die Schleife des Prozessors: dieselben Additionen in derselben Reihenfolge, sofern der Treiber sie nicht umordnet
note-tree-halves = Blöcke zu 128; die obere Hälfte wird zur unteren addiert
note-tree-neighbours = Blöcke zu 128; zuerst werden Nachbarn addiert
note-four-at-once = Threads addieren viele Zahlen, je vier auf einmal, vor dem Baum
note-subgroups = Dasselbe mit den Subgroup-Summen des Adapters
note-library = Starshells Reduktion in einer Workgroup mit 256 Threads
note-library-16 = Dasselbe in 16: andere Teile, andere Bits
note-library-gpus = Dasselbe in bis zu 2 048, wie es auf GPUs läuft
note-library-software = Dasselbe in bis zu 256 mit 8 Threads, wie es auf Software läuft
note-atomic-additions = Blöcke zu 128 addieren ihre Summen, wie sie eintreffen
note-exchange = Threads addieren je 16 Zahlen und ihre Summen, wie sie eintreffen
note-two-floats = Jede Zahl ist eine Summe aus zweien; die zweite enthält, was die erste übrig lässt
note-double = Die Reduktion der Bibliothek mit 64-Bit-Zahlen, wo der Adapter sie hat
note-ladder = { $operations } Operationen und { $words } Wörter aus dem globalen Speicher pro Wechselwirkung, wie ihr Text sagt
note-shared = Eine Workgroup rechnet { $bodies } Wechselwirkungen mit jedem Körper, für den sie { $bytes } Byte bewegt
note-rung = Pro Wechselwirkung: { $operations } Operationen, { $global } Wörter aus dem globalen Speicher, { $workgroup } aus dem Workgroup-Speicher.

# Names of cases

variant-tree = Baum
variant-thread-per-device = ein Thread pro Gerät
variant-thread-for-all = ein Thread für alle Geräte
variant-ranks = Ränge per MPI
variant-processor = Prozessor
variant-cpu-simd-on-2-threads = cpu-simd auf 2 Threads
variant-cpu-simd-on-4-threads = cpu-simd auf 4 Threads
variant-cpu-simd-on-8-threads = cpu-simd auf 8 Threads
variant-box = Box
variant-build = bauen
variant-summarise = zusammenfassen
variant-sort = sortieren
variant-force = Kraft
variant-integrate = integrieren
variant-all = gesamt
variant-direct-sum = direkte Summe
variant-nodes = Knoten
variant-nodes-here-and-below = Knoten hier und darunter
variant-without-sorted-bodies = ohne sortierte Körper
variant-with-sorted-bodies = mit sortierten Körpern
variant-without-synchronised-walk = ohne Gruppendurchlauf
variant-with-synchronised-walk = mit Gruppendurchlauf
variant-without-reciprocal-root = ohne reziproke Wurzel
variant-with-reciprocal-root = mit reziproker Wurzel
variant-cpu-tree-on-one-thread = cpu-tree auf einem Thread
variant-cpu-tree-on-all-threads = cpu-tree auf allen Threads
variant-no-volatile = kein volatile
variant-recomputed-data = Neuberechnung
variant-warp-voting = Abstimmung im Warp
variant-full-multithreading = volles Multithreading
variant-throttling-barrier = bremsende Barriere
variant-wait-free-pre-pass = Vorlauf ohne Warten
variant-combined-fence = kombinierter Fence
variant-copy = Kopie
variant-subgroups = Subgroups
variant-serial = seriell
variant-inclusive-sum = inklusive Summe
variant-exclusive-sum = Summe, exklusiv
variant-inclusive-max = max, inklusiv
variant-exclusive-max = max, exklusiv
variant-inclusive-min = min, inklusiv
variant-exclusive-min = min, exklusiv
variant-inclusive-float-sum = float-sum, inklusiv
variant-exclusive-float-sum = exklusive Gleitkommasumme
variant-inclusive-maps = maps, inklusiv
variant-exclusive-maps = maps, exklusiv
variant-hillis-steele-in-place-exclusive-float-sum = hillis-steele-in-place: exklusive Gleitkommasumme
variant-work-efficient-exclusive-float-sum = work-efficient: exklusive Gleitkommasumme
variant-neighbours-apart = Nachbarn getrennt
variant-32-neighbours-together = 32 Nachbarn gemeinsam
variant-stride = Schrittweite
variant-random-order = zufällige Reihenfolge
variant-workgroups = Workgroups
variant-dependent-reads = abhängige Lesezugriffe
variant-one-counter = ein Zähler
variant-one-counter-threads-sums = ein Zähler, Summen der Threads
variant-one-counter-subgroups-sums = ein Zähler, Summen der Subgroups
variant-one-counter-workgroups-sums = ein Zähler, Summen der Workgroups
variant-256-counters = 256 Zähler
variant-256-counters-workgroups-sums = 256 Zähler, Summen der Workgroups
variant-a-counter-per-thread = ein Zähler pro Thread
variant-in-one-pass = in einem Pass
variant-a-pass-each = je ein Pass
variant-a-submission-each = je eine Übergabe
variant-a-wait-after-each = je mit Warten
variant-to-the-gpu = zur GPU
variant-on-the-gpu = auf der GPU
variant-from-the-gpu = von der GPU
variant-reduction = Reduktion
variant-scan = Scan
variant-naive-sum = naive Summe
variant-sum-in-tiles = Summe in Kacheln
variant-fastest-direct-sum = schnellste direkte Summe
variant-ladders-rung-1 = rung-1 der Leiter
variant-ladders-rung-10 = rung-10 der Leiter
variant-cpu-forward = cpu: vorwärts
variant-cpu-backward = cpu: rückwärts
variant-cpu-smallest-first = cpu: kleinste zuerst
variant-cpu-in-pairs = cpu: paarweise
variant-cpu-simd-lanes = cpu: SIMD-Lanes
variant-cpu-threads = cpu: Threads
variant-cpu-double-precision = cpu: doppelte Genauigkeit
variant-one-thread = ein Thread
variant-tree-halves = Baum, Hälften
variant-tree-neighbours = Baum, Nachbarn
variant-four-at-once = vier auf einmal
variant-library-1-workgroup = Bibliothek, 1 Workgroup
variant-library-16-workgroups = Bibliothek, 16 Workgroups
variant-library-2-048-workgroups = Bibliothek, 2 048 Workgroups
variant-library-workgroups-of-8 = Bibliothek, Workgroups zu 8
variant-atomic-additions = atomare Additionen
variant-compare-and-exchange = Compare and Exchange
variant-two-floats = zwei Floats
variant-double-precision = doppelte Genauigkeit
variant-cpu-product-and-sum = cpu: Produkt und Summe
variant-cpu-fused = cpu: verschmolzen
variant-product-kept-apart = Produkt getrennt gehalten
variant-rung-10-in-double-precision = rung-10 in doppelter Genauigkeit
variant-cpu-kahan = cpu: Kahan
variant-cpu-neumaier = cpu: Neumaier
variant-fma-a-b-c = fma(a, b, c)
variant-fused-multiply-add = fused multiply-add
variant-threads-1 = 1 Thread pro Körper
variant-threads-2 = 2 Threads pro Körper
variant-threads-4 = 4 Threads pro Körper
variant-threads-8 = 8 Threads pro Körper
variant-threads-16 = 16 Threads pro Körper
variant-alone-unsorted = allein (unsortiert)
variant-alone = allein (sortiert)
variant-unsorted = gemeinsam (unsortiert)
variant-shared = gemeinsam (sortiert)
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

place-nehalem-8-cores = Nehalem, 8 Kerne
place-sandy-bridge-16-cores = Sandy Bridge, 16 Kerne
place-cuda-compiled-for-the-processor-over-c = CUDA für den Prozessor übersetzt, gegenüber C
place-2-cores = 2 Kerne
place-4-cores = 4 Kerne
place-8-cores = 8 Kerne
place-first-place-8-192-bodies = erste Stelle: 8 192 Körper
place-second-place-16k-bodies = zweite Stelle: 16K Körper
place-more-than-that-penryn-at-3-2-ghz-one-core-patterson-hennessy = mehr als das: Penryn mit 3,2 GHz, ein Kern, Patterson & Hennessy
place-geforce-8800-gtx-over-one-core-patterson-hennessy = GeForce 8800 GTX gegenüber einem Kern, Patterson & Hennessy
place-xeon-x5690-six-cores-openmp = Xeon X5690, sechs Kerne, OpenMP
place-geforce-gtx-480-over-openmp = GeForce GTX 480 gegenüber OpenMP
place-geforce-gtx-480-over-pthreads = GeForce GTX 480 gegenüber Pthreads
place-geforce-gtx-480-with-rung-11 = GeForce GTX 480, mit Stufe 11
place-geforce-gtx-680-with-rung-11 = GeForce GTX 680, mit Stufe 11
place-geforce-gtx-480-50-000-bodies = GeForce GTX 480, 50 000 Körper
place-geforce-gtx-480-500-000-bodies = GeForce GTX 480, 500 000 Körper
place-geforce-gtx-480-5-000-000-bodies = GeForce GTX 480, 5 000 000 Körper

# What was found beside the time

detail-nodes-touched-per-body-min-mean-max = berührte Knoten pro Körper, min/Mittel/max
detail-interactions-per-body = Wechselwirkungen pro Körper
detail-cells-per-body = Zellen pro Körper
detail-depth = Tiefe
detail-walk = Durchlauf
detail-crossing = Schnittpunkt
detail-memory = Speicher
detail-per-launch = pro Start
detail-roof = Dach
detail-bits = Bits
detail-sum = Summe
detail-off-by = Abweichung
detail-runs = Läufe
detail-the-processors-loop = Schleife des Prozessors
detail-bits-of-the-first = Bits des ersten
detail-fused = verschmolzen
detail-separate = getrennt
detail-the-same-either-way = beides gleich
found-interactions = { $bodies } Körper und { $cells } Zellen
found-gflops = { $gflops } GFLOP/s über den ganzen Schritt
found-crossing = der Baum überholt die direkte Summe bei etwa { $bodies } Körpern
found-memory = { $rate } GB/s, { $percent } % einer Kopie
found-of-memory = { $percent } % der Grenze (Speicher)
found-of-arithmetic = { $percent } % der Grenze (Arithmetik)
found-ulp = { $places } ulp
found-same-bits = dieselben Bits in { $runs }
found-results = { $results } Ergebnisse in { $runs }
found-as-loop = dieselben Bits
found-other-bits = andere Bits
found-of-all = { $some } von { $all }

# Why there is no time

reason-interactions = { $interactions } Wechselwirkungen würden zu lange dauern
reason-no-longer = ein Schritt damit dauert nicht länger als einer ohne, soweit die Uhr dieses Rechners es erkennt
reason-no-timestamps = der Adapter hat keine Zeitstempel, die die Teile eines Schritts trennen
reason-unsorted = unsortierte Gruppen würden fast den ganzen Baum öffnen
reason-no-volatile = WGSL hat kein volatile, und jeder Abschnitt ist ein Dispatch, der alles vom vorigen sieht
reason-recomputed-data = kein Kernel des Baums hat eine Version, die speichert, was er jetzt berechnet
reason-warp-voting = eine Gruppe öffnet Zellen nach der Box um sie, ihre Threads haben also nichts abzustimmen
reason-full-multithreading = ein Dispatch startet so viele Threads, wie passen, und WGSL kann nicht weniger verlangen
reason-throttling-barrier = kein Thread wartet auf das Einfügen eines anderen, also gibt es nichts zu bremsen
reason-wait-free-pre-pass = Zellen werden Ebene für Ebene zusammengefasst, kein Thread wartet also auf ein Kind
reason-combined-fence = es gibt keine Fences: Ein Abschnitt endet, bevor der nächste beginnt

# Tables and charts

column-variant = Variante
column-right = richtig
column-speed-up = Faktor
column-rate = Rate
column-error = Fehler
column-published = veröffentlicht
column-here = hier
column-details = Einzelheiten
column-there = dort
verdict-wrong = falsch
verdict-not-here = nicht hier
verdict-failed = gescheitert
cell-time = { $median } ({ $least } bis { $most })
cell-exact = exakt
cell-speed-up = { $times } gegenüber { $over }
cell-times = { $times }-mal so schnell
cell-there = { $time } ms, hier { $times }-mal so schnell
cell-published = { $value } { $unit } ({ $place })
cell-detail = { $what }: { $text }
cell-rate = { $rate }{ $unit }
speed-up-unsteady = unstet: noch einmal ausführen
chart-milliseconds = Millisekunden
chart-error = relativer Fehler
chart-fused = Teil der Ergebnisse, der verschmolzen wurde
caption-times = Millisekunden über { $across }, beide logarithmisch; niedriger ist schneller.
caption-rates = { $up } über { $across }, beide logarithmisch; höher ist schneller.
caption-errors = Relativer Fehler des Ergebnisses, logarithmisch; kürzer ist genauer.
caption-fused = Teil der Ergebnisse, der nur einmal gerundet wurde, wie bei verschmolzenem Multiplizieren und Addieren.
caption-bars = Millisekunden, logarithmisch; kürzer ist schneller.
caption-extremes = Fehlerbalken: vom kürzesten Messwert zum längsten.
caption-quartiles = Fehlerbalken: die mittlere Hälfte der Messwerte.
caption-under-way = Die Messung läuft: der Median der bisherigen Messwerte in Millisekunden. Die Ergebnisse sind noch nicht geprüft.
caption-published = Rauten: veröffentlicht.

# Units

unit-elements = Elemente
unit-keys = Schlüssel
unit-paths = Pfade
unit-words-of-stride = Wörter Schrittweite
unit-workgroups = Workgroups
unit-subgroups = Subgroups
unit-addresses = Adressen
unit-dispatches = Dispatches
unit-blocks = Blöcke
unit-numbers = Zahlen
unit-nodes = Knoten
unit-au = AE
unit-yr = a
unit-myr = Ma
unit-msun = MSonne
unit-mearth = MErde

# The tuning ladder

rung-0-change = Alle Körper bilden ein Array aus Strukturen zu 40 Byte, und ein einziger GPU-Thread durchläuft beide Schleifen des CPU-Programms: Nichts verdeckt die Latenz seiner Lesezugriffe, daher ist er viel langsamer als ein Thread der CPU.
rung-1-change = Aus der Schleife über die Körper wird ein Gitter von Threads in Workgroups zu 256: Alle Prozessoren arbeiten, und jeder führt andere Threads aus, während einige auf den Speicher warten.
rung-2-change = Ein Array je Koordinate statt des Arrays aus Strukturen, damit benachbarte Threads auf benachbarte Wörter zugreifen. In der inneren Schleife lesen aber alle Threads denselben Körper; dort bringt das also nichts, und die Lokalität einer Struktur geht verloren.
rung-3-change = Die Anzahl der Körper und die Glättung wandern von einem Storage-Puffer in einen Uniform-Puffer, den GPUs über einen Cache für Konstanten lesen. Das bringt ein paar Prozent, wo die innere Schleife sie bisher aus dem Speicher las.
rung-4-change = Eine Instruktion für die reziproke Wurzel statt einer Wurzel und einer Division: Auf GPUs, die beide korrekt runden, sind das lange Folgen von Instruktionen, auf den anderen wird ohnehin dieselbe Instruktion daraus.
rung-5-change = Eine Schleife bis zum Körper und eine nach ihm, statt des Tests i != j: Das spart den Test, aber die Threads einer Subgroup beenden ihre Schleifen nun zu verschiedenen Zeiten und warten aufeinander.
rung-6-change = Der Test ist zurück, und jede Workgroup lädt 256 Quellen als vier skalare Arrays in den Workgroup-Speicher, bevor ihre Threads darüber summieren: Jedes Wort wird einmal pro Workgroup aus dem globalen Speicher gelesen, nicht einmal pro Thread.
rung-7-change = Acht Summanden pro Schleifendurchlauf: Zähler, Test und Sprung fallen für acht Summanden nur einmal an, und Lesezugriffe können früher beginnen.
rung-8-change = Der Test i != j entfällt: Der Vektor von einem Körper zu sich selbst ist null, und die Glättung hält seinen Faktor endlich. Der Summand ist also null, und die Zeit für einen Ganzzahlvergleich und eine Verzweigung ist gespart.
rung-9-change = Summen von Produkten stehen nun als fused multiply-add (FMA) da: eine Instruktion und eine Rundung für zwei Operationen. Compiler haben manche vielleicht schon vorher verschmolzen, denn WGSL erlaubt es.
rung-10-change = 128 Summanden pro Schleifendurchlauf: Von der Schleife bleibt fast nichts übrig, aber der Code ist lang und passt womöglich nicht in den Instruktionscache.
rung-11-change = Optionen des CUDA-Compilers setzen denormalisierte Zahlen auf null und machen Funktionen ungenauer: WGSL hat keinen solchen Schalter, also gibt es keinen Kernel.
rung-0-title = Ein GPU-Thread macht alles
rung-1-title = Ein Thread pro Körper
rung-2-title = Skalare Arrays
rung-3-title = Parameter im konstanten Speicher
rung-4-title = Reziproke Wurzel
rung-5-title = Zwei Schleifen statt des Tests
rung-6-title = Kacheln im Workgroup-Speicher
rung-7-title = 8-fach entrollt
rung-8-title = Kein Test
rung-9-title = Fused multiply-add
rung-10-title = 128-fach entrollt
rung-11-title = Flush-to-Zero und schnelle Mathematik

# Drawings: titles, names of lines, and what happens in a step

drawing-interleaved = Verschränkt
drawing-sequential = Sequentiell
drawing-cascaded = Viele pro Thread
drawing-hillis-steele = Hillis und Steele
drawing-blelloch = Blellochs Baum
drawing-blocks = Block für Block
drawing-partition = Teilen nach Bits
drawing-lanes = Lanes
drawing-waiting = Warten
drawing-waves = Wellen
drawing-queue = Warteschlange
drawing-dispatches = Dispatches
drawing-copies = Der Weg zur GPU
drawing-segments = Segmente
drawing-banks = Bänke
drawing-three-digits = Drei Stellen
line-elements = Elemente
line-threads = Threads
line-tree = Baum
line-lanes = Lanes
line-processor = Prozessor
line-processors = Prozessoren
line-memory = Speicher
line-keys = Schlüssel
line-place = Platz
line-moved = umgezogen
line-up = hinauf
line-zero = Null
line-down = hinab
line-in-blocks = in Blöcken
line-totals = Blocksummen
line-scanned = gescannt
line-result = Ergebnis
line-numbers = Zahlen
line-from-the-left = von links
line-in-pairs = paarweise
line-banks = Bänke
line-host-memory = Host-Speicher
line-staging-memory = Zwischenspeicher
line-gpu-memory = GPU-Speicher
line-stride = Schrittweite { $stride }
line-round = Runde { $round }
line-segment = Segment { $segment }
line-subgroup = Subgroup { $group }
line-wave = Welle { $wave }
line-time = Zeit { $time }
line-bit = Bit { $bit }
step-interleaved = Die Kernel 1 und 2 beginnen mit Nachbarn. Die arbeitenden Threads rücken immer weiter auseinander, sodass jede Subgroup bis zum Ende halb untätig bleibt.
step-sequential = Kernel 3 addiert zuerst die ferne Hälfte. Die arbeitenden Threads stehen nebeneinander, sodass ganze Subgroups früh enden und Nachbarn aus benachbarten Bänken lesen.
step-thread-adds = Thread 0 addiert
step-threads-add = Threads 0 bis { $last } addieren
step-some-threads-add = Threads 0, { $second }, … { $last } addieren
step-first-is-sum = Das erste Element ist die Summe, { $sum }.
step-adds = { $threads } das Element im Abstand { $stride } rechts davon; { $waiting } von { $count } Threads warten.
step-cascaded = Ein Baum über { $count } Elemente hat { $rounds } Schritte und { $additions } Additionen, hält aber die ganze Zeit { $threads } Threads: Kosten { $cost }.
step-alone = Jeder von { $threads } Threads addiert zuerst bis zu { $each } Elemente allein: Schritt { $step } von { $each }.
step-cost = Die Summe ist { $sum }, nach { $steps } Schritten von { $threads } Threads: Kosten { $cost }.
step-then-tree = Dann ein Baum über { $sums } Summen.
step-hillis-steele = { $count } Elemente. Jedes soll die Summe aller bis zu ihm werden, es selbst eingeschlossen.
step-all-summed = Alles ist summiert; eine Schleife braucht { $additions } Additionen, aber eine nach der anderen.
step-round = Runde { $round } von { $rounds }: Jeder Thread addiert das Element { $stride } { $stride ->
    [one] Platz
   *[other] Plätze
} weiter links.
step-blelloch = { $count } Elemente. Zuerst steigt ein Baum von Summen hinauf, dann kommen Summen von dem, was links liegt, herab.
step-up = { $threads ->
    [one] Hinauf: Ein Thread addiert das Paar im Abstand { $stride }.
   *[other] Hinauf: { $threads } Threads addieren Paare im Abstand { $stride }.
}
step-zero = Die letzte Summe, die von allem, weicht einer Null: Links vom Ganzen liegt nichts.
step-down = Hinab: Das linke Element jedes Paars erhält den Wert des rechten, das rechte die Summe beider.
step-exclusive = Jedes enthält die Summe aller davor (exklusiv).
step-blocks = { $count } Elemente in Blöcken zu { $length }: je eine Workgroup, die die anderen nicht sehen kann.
step-in-blocks = Jede Workgroup scannt ihren Block im eigenen Speicher. Nur der erste Block ist richtig.
step-totals = Das letzte Element jedes Blocks ist seine Summe. Die Blocksummen werden eine eigene Liste.
step-scanned = Diese kurze Liste wird exklusiv gescannt: wie viel vor jedem Block liegt.
step-result = Jede Workgroup addiert das zu ihrem Block. Drei Starts statt einem, und jede Länge ist möglich.
step-keys = { $count } Schlüssel mit { $bits } Bit. Jeder Durchgang betrachtet ein Bit, vom niedrigsten zum höchsten.
step-pass = Durchgang { $pass }: Bit { $bit } leuchtet. { $zeros } Schlüssel haben dort eine Null.
step-places = Ein Scan zählt für jeden Schlüssel, wie viele Nullen vor ihm stehen. Nullen gehen dorthin; Einsen hinter alle { $zeros } Nullen.
step-sorted = Die Schlüssel sind sortiert.
step-sorted-so-far = { $bits ->
    [one] Sie sind nach ihrem niedrigsten Bit sortiert.
   *[other] Sie sind nach ihren niedrigsten { $bits } Bits sortiert.
}
step-move = Alle Schlüssel ziehen zugleich um. Schlüssel mit gleichem Bit behalten ihre Reihenfolge.
step-coalescing = { $threads } Threads verlangen je ein Wort im Abstand { $stride }: { $stride ->
    [one] 1 Segment
   *[other] { $stride } Segmente
} zu { $words } Wörtern.
step-words-moved = Insgesamt wurden { $moved } Wörter für { $threads } bewegt: { $percent } % davon nützlich.
step-segment = Der Speicher gibt Segment { $segment } ganz aus; { $used } seiner { $words } Wörter werden gebraucht.
step-banks = Thread i will Wort { $stride } i, das in Bank { $stride } i mod { $threads } liegt. Jede Bank gibt ein Wort pro Takt aus.
step-no-conflict = Es gibt keinen Konflikt.
step-conflict = Ein { $most }-facher Konflikt: { $most }-mal so lange wie ohne.
step-wait = Wartend: { $count }.
step-bank-cycle = Takt { $cycle }: { $served } von { $threads } Threads bekommen ihre Wörter.
step-three-digits = Eine Maschine mit drei Dezimalstellen addiert { $count } Zahlen. Exakt ergeben sie { $exact }.
step-rounded-back = Von links: { $sum } + { $value } = { $whole }, was drei Stellen auf { $next } zurückrunden. Die { $value } geht verloren.
step-from-left = Von links: { $sum } + { $value } = { $next }.
step-sums = Die Summe ist { $sum }; von links war sie { $left }, exakt { $exact }.
step-in-pairs = Als Baum: Nachbarn werden addiert, dann ihre Summen.
step-same-path = nehmen alle denselben Pfad
step-paths = nehmen sie { $paths } Pfade
step-divergence = { $lanes } Lanes einer Subgroup führen stets denselben Befehl aus. An einer Verzweigung { $what }.
step-nothing-lost = Nichts geht verloren.
step-took = Das dauerte { $paths }-mal so lange wie ein Pfad.
step-path = Pfad { $path }: { $lanes } Lanes arbeiten, { $waiting } warten.
step-at-work = Takt { $cycle }: Subgroup { $group } arbeitet und wartet dann { $latency } Takte auf den Speicher.
step-idle = Takt { $cycle }: Alle warten auf den Speicher, und der Prozessor ist untätig.
step-busy = Bisher zu { $percent } % beschäftigt.
step-waves = { $count } gleich lange Workgroups und { $processors } Prozessoren, die je eine nehmen.
step-processors-idle = { $idle ->
    [one] Ein Prozessor ist untätig.
   *[other] { $idle } Prozessoren sind untätig.
}
step-wave = Welle { $wave } von { $waves }.
step-new-wave = Eine Workgroup mehr als { $groups } beginnt eine neue Welle.
step-one-address = { $threads } Threads addieren 1 auf dieselbe Adresse. Eine atomare Addition lässt niemanden dazwischen.
step-addresses = { $threads } Threads addieren 1 auf { $addresses } Adressen. Jede Adresse ist eine eigene Warteschlange.
step-done = Fertig nach { $turns } Runden.
step-turn = Runde { $turn }: { $served } { $served ->
    [one] Thread wird
   *[other] Threads werden
} bedient.
step-dispatches = Arbeit, die die GPU { $work } Zeiteinheiten füllt, in { $count } Dispatches. Auch das Starten kostet je eine Zeiteinheit.
step-in-all = Insgesamt { $moments } Zeiteinheiten, { $starting } davon zum Starten.
step-dispatch = Dispatch { $dispatch } von { $count } startet und arbeitet dann { $each } Zeiteinheiten.
step-copies = Der Speicher des Programms kann verschoben oder ausgelagert werden, daher kann die GPU ihn nicht lesen. Eine Kopie geht durch einen Zwischenspeicher.
step-first-block = Der Prozessor kopiert den ersten Block in den Zwischenspeicher.
step-two-blocks = Während Block { $moved } über den Bus geht, kopiert der Prozessor Block { $staged }.
step-last-block = Der letzte Block geht über den Bus. Dessen Breite bestimmt das Tempo, nicht der Speicher der GPU.

# The workbench, by names of kernels

bench-rung-1-title = Gravitation: ein Thread pro Körper
bench-rung-1-about = Jeder Thread übernimmt einen Körper und summiert die Anziehung aller anderen auf ihn. Richtig und einfach, aber jeder Thread liest jeden Körper für sich allein aus dem Speicher.
bench-rung-1-result = Körper { $place }
bench-rung-1-binding-bodies = Masse, Ort und Geschwindigkeit jedes Körpers; der Kernel schreibt seine Beschleunigung
bench-rung-1-break-1 = Die letzte Workgroup hat mehr Threads, als noch Körper übrig sind. Ohne den Test lesen und schreiben die überzähligen Threads hinter dem Ende des Arrays. Die Laufzeitprüfungen der Werkbank verwerfen solche Zugriffe, hier kann das Ergebnis also stimmen; ohne sie würden andere Daten überschrieben.
bench-rung-1-break-2 = Die Schleife endet einen Körper zu früh, also spürt kein Körper den letzten. Die Fehler sind klein, und genau das ist die Gefahr: Ein Bild sähe richtig aus.
bench-rung-1-break-3 = Ohne Glättung ziehen nahe Nachbarn viel zu stark, und jeder Körper liegt ein wenig daneben.
bench-rung-1-exercise-1 = Mach ihn schneller: Ist der Test j != i nötig?
bench-rung-1-hint-1 = Der Vektor von einem Körper zu sich selbst ist null, und mit Glättung ist der Faktor davor endlich. Was trägt der Summand dann bei?
bench-rung-1-exercise-2 = Mach ihn schneller: Ersetze die Wurzel und die Division.
bench-rung-1-hint-2 = WGSL kennt inverseSqrt(x), auf den meisten GPUs eine einzige Instruktion.
bench-rung-6-title = Gravitation: Kacheln im Workgroup-Speicher
bench-rung-6-about = Die 256 Threads einer Workgroup laden gemeinsam 256 Körper in ihren geteilten Speicher und summieren darüber, bevor sie die nächsten laden: Jeder Körper wird einmal pro Workgroup aus dem globalen Speicher gelesen statt einmal pro Thread. Barrieren trennen das Laden vom Summieren.
bench-rung-6-result = Körper { $place }
bench-rung-6-binding-mass = die Massen
bench-rung-6-binding-posx = die Orte in x-Richtung
bench-rung-6-binding-posy = die Orte in y-Richtung
bench-rung-6-binding-posz = die Orte in z-Richtung
bench-rung-6-binding-accx = die Beschleunigungen in x-Richtung, die der Kernel schreibt
bench-rung-6-binding-accy = die Beschleunigungen in y-Richtung, die der Kernel schreibt
bench-rung-6-binding-accz = die Beschleunigungen in z-Richtung, die der Kernel schreibt
bench-rung-6-break-1 = Ein Thread liest womöglich Plätze der Kachel, die andere noch nicht beschrieben haben: ein Data Race. Er summiert dann über Körper der vorigen Kachel oder über nichts. GPUs, die eine ganze Workgroup im Gleichschritt ausführen, rechnen vielleicht zufällig richtig.
bench-rung-6-break-2 = Ein schneller Thread lädt womöglich schon seinen Teil der nächsten Kachel, während langsame noch diese lesen: ein Data Race. Manche Körper zählen doppelt, andere gar nicht. Das Ergebnis kann zufällig stimmen.
bench-rung-6-break-3 = Die letzte Kachel ist nicht voll. Auf ihren überzähligen Plätzen liegen Kopien des letzten Körpers, die keine Masse haben dürfen; mit Masse zählt der letzte Körper viele Male.
bench-rung-6-exercise-1 = Mach ihn schneller: Speichere einen Körper der Kachel als einen vec4f statt als vier Zahlen in vier Arrays.
bench-rung-6-hint-1 = var<workgroup> tile: array<vec4f, WORKGROUP>; ein Lesezugriff bringt dann Ort und Masse.
bench-rung-6-exercise-2 = Mach ihn schneller: Schreibe mehrere Summanden pro Durchlauf der inneren Schleife.
bench-rung-6-hint-2 = Gehe in Schritten von 4 weiter und rufe pull viermal auf, mit k, k + 1, k + 2 und k + 3: Zähler und Test fallen für vier Summanden nur einmal an.
bench-rung-6-exercise-3 = Finde die beste Größe einer Workgroup.
bench-rung-6-hint-3 = Ändere WORKGROUP auf 64, 128 oder 512. Größere Kacheln sparen Lesezugriffe; kleinere Workgroups lassen der GPU mehr Auswahl.
bench-block-sums-title = Reduktion: Summen mit einem Baum
bench-block-sums-about = Jede Workgroup summiert einen Block von 1024 Zahlen: Jeder Thread addiert einige, dann addiert die Hälfte der Threads die Summen der anderen Hälfte, ein Viertel, ein Achtel … Die Summe des Blocks wird gespeichert und zur Gesamtsumme addiert.
bench-block-sums-result = Block { $place }
bench-block-sums-binding-source = die Zahlen
bench-block-sums-binding-sums = die Summe jedes Blocks, die der Kernel schreibt
bench-block-sums-binding-total = die Summe von allem; anfangs 0
bench-block-sums-break-1 = Eine Runde liest, was andere Threads in der Runde davor addiert haben, vielleicht bevor sie es getan haben: ein Data Race. GPUs, die viele Threads im Gleichschritt ausführen, rechnen vielleicht zufällig richtig; so bleiben solche Fehler verborgen.
bench-block-sums-break-2 = Der letzte Block ist nicht voll. Ohne den Test lesen seine Threads hinter dem Ende; die Laufzeitprüfungen der Werkbank geben ihnen ein anderes Element oder null, also können der letzte Block und die Gesamtsumme zu groß sein.
bench-block-sums-break-3 = Lesen, Addieren und Speichern sind nun drei Schritte. Lesen zwei Workgroups dieselbe Gesamtsumme, geht eine ihrer Summen verloren. Alle Blöcke stimmen, die Gesamtsumme ist zu klein; mit Glück stimmt auch sie.
bench-block-sums-break-4 = Die Schleife endet eine Runde zu früh: Der Summe jedes Blocks fehlt, was der zweite Thread hält.
bench-block-sums-exercise-1 = Mach ihn schneller: Probiere andere Größen der Workgroup aus.
bench-block-sums-hint-1 = Der Block behält 1024 Zahlen: Mit WORKGROUP = 64 addiert jeder Thread zuerst 16 davon allein, und das braucht keine Barriere.
bench-block-sums-exercise-2 = Mach ihn langsamer, um zu sehen, warum er nicht so geschrieben ist: Lass jeden Thread benachbarte Zahlen lesen.
bench-block-sums-hint-2 = Beginne bei i = 4u * thread und gehe in Schritten von 1 weiter, viermal. Benachbarte Threads lesen dann keine benachbarten Wörter mehr.
bench-block-sums-exercise-3 = Lass ihn die größte Zahl jedes Blocks berechnen; die Werkbank hält dann jeden Block für falsch. Warum?
bench-block-sums-hint-3 = max(a, b) tritt an die Stelle von +, atomicMax an die von atomicAdd. Die Referenz summiert weiterhin.
bench-block-scan-title = Scan: laufende Summen
bench-block-scan-about = Jedes Ergebnis ist die Summe der Zahlen seines Blocks bis zur eigenen. Runde um Runde addiert jeder Thread die Summe des Threads 1, 2, 4, 8 … Plätze vor ihm. Erst müssen alle gelesen haben, bevor jemand schreibt, und umgekehrt: zwei Barrieren pro Runde.
bench-block-scan-result = Zahl { $place }
bench-block-scan-binding-source = die Zahlen
bench-block-scan-binding-result = ihre laufenden Summen, die der Kernel schreibt
bench-block-scan-break-1 = Ein schneller Thread überschreibt seine Summe, bevor der Thread, der die alte braucht, sie gelesen hat: ein Data Race. Manche Zahlen zählen dann doppelt. Das Ergebnis kann zufällig stimmen.
bench-block-scan-break-2 = Ein schneller Thread liest eine Summe der vorigen Runde: ein Data Race, und Zahlen fehlen. Das Ergebnis kann zufällig stimmen.
bench-block-scan-break-3 = So weit vor den ersten Threads steht niemand. Ohne den Test liegt thread - distance unter null, und das ist bei einer Zahl ohne Vorzeichen ein riesiger Wert; die Laufzeitprüfungen geben stattdessen ein anderes Element heraus.
bench-block-scan-exercise-1 = Mach ihn schneller: Spare eine der beiden Barrieren ein.
bench-block-scan-hint-1 = Mit zwei Reihen, also 2 * WORKGROUP Plätzen, liest jede Runde aus der einen und schreibt in die andere; die nächste vertauscht sie.
bench-block-scan-exercise-2 = Lass ihn Blöcke von 256 Zahlen mit 128 Threads richtig berechnen.
bench-block-scan-hint-2 = Jeder Thread nimmt zwei Nachbarn und addiert sie. Die Threads bilden den Scan dieser Summen, und danach bekommt der erste Nachbar die Summe des Threads minus den zweiten. Jede Workgroup hat nur 128 Threads, also starten doppelt so viele Workgroups wie nötig.
bench-bins-title = Histogramm: atomares Zählen
bench-bins-about = Viele Threads zählen auf denselben 64 Plätzen, also müssen sie atomar addieren: in einem Schritt, bei dem nichts dazwischenkommen kann. Jede Workgroup zählt zuerst in ihrem eigenen Speicher, wo das Warten aufeinander wenig kostet.
bench-bins-result = Bin { $place }
bench-bins-binding-source = die Zahlen, alle unter 256
bench-bins-binding-result = die Zählerstände; anfangs 0
bench-bins-break-1 = Threads, die gleichzeitig im selben Bin zählen, lesen denselben alten Zählerstand, und alle ihre Additionen bis auf eine gehen verloren: Die Zählerstände sind zu klein.
bench-bins-break-2 = Die ersten Threads addieren die Zählerstände zum Ergebnis, bevor andere gezählt haben: ein Data Race. Was später kommt, geht verloren. Das Ergebnis kann zufällig stimmen.
bench-bins-break-3 = Die letzte Workgroup hat mehr Threads, als noch Zahlen übrig sind. Die überzähligen Threads lesen hinter dem Ende, und die Laufzeitprüfungen geben ihnen ein anderes Element oder null, das dann zu oft zählt.
bench-bins-exercise-1 = Mach ihn langsamer, um zu sehen, wozu der Workgroup-Speicher gut ist: Zähle gleich im Ergebnis.
bench-bins-hint-1 = atomicAdd(&result[bin], 1u), sonst nichts. Wie viel langsamer das ist, hängt davon ab, wie viele Threads sich in einem Bin treffen.
bench-bins-exercise-2 = Mach ihn schneller: Lass jeden Thread mehrere Zahlen zählen.
bench-bins-hint-2 = Es gibt einen Thread pro Zahl, also starten dann mehr Workgroups als nötig: Lass Workgroups von 256 Threads je 1024 Zahlen übernehmen, und beende die ohne Zahlen mit return, alle ihre Threads gemeinsam.
bench-rung-1-binding-params = wie viele Körper es gibt, und das Quadrat der Glättungslänge
bench-rung-6-binding-params = wie viele Körper es gibt, und das Quadrat der Glättungslänge
bench-block-sums-binding-params = wie viele Zahlen es gibt
bench-block-scan-binding-params = wie viele Zahlen es gibt
bench-bins-binding-params = wie viele Zahlen es gibt
bench-total = Summe
break-the-bound-of-the-bodies = Grenze für die Körper
break-the-bound-of-the-loop = Grenze der Schleife
break-softening = Glättung
break-the-barrier-before-the-sum = Barriere vor der Summe
break-the-barrier-after-the-sum = Barriere nach der Summe
break-the-bound-of-the-last-tile = Grenze der letzten Kachel
break-the-barrier-between-the-rounds = Barriere zwischen den Runden
break-the-bound-of-the-numbers = Grenze für die Zahlen
break-the-atomic-addition = Atomare Addition
break-the-last-round = Letzte Runde
break-the-barrier-before-writing = Barriere vor dem Schreiben
break-the-barrier-after-writing = Barriere nach dem Schreiben
break-the-bound-of-the-block = Grenze des Blocks
break-the-atomic-count = Atomares Zählen
break-the-barrier = Barriere

# Texts

text-sentences = { $first } { $next }

# Texts

mark-time = { $time } ms, { $place }
mark-of = { $name }, { $place }

# Texts

wrong-element = von { $count } Elementen ist Ergebnis Nummer { $place } { $result }, nicht { $expected }
wrong-number = { $results } Ergebnisse statt { $expected }
wrong-accelerations = der Median des Fehlers seiner Beschleunigungen ist { $error }
wrong-percentile = das 99. Perzentil des Fehlers seiner Beschleunigungen ist { $error }
wrong-bodies = er enthält { $some } von { $all } Körpern
wrong-loops = der Treiber hat seine Schleifen zu früh beendet
wrong-sum = die Summe ist { $sum }, nicht { $exact }; Rundung erlaubt { $most }
wrong-transform = sein relativer Fehler ist { $error }
wrong-solution = sein Fehler ist { $error }
wrong-bits = { $runs } Läufe in fester Reihenfolge ergaben { $results } Ergebnisse: { $bits }
wrong-neither = Ergebnis Nummer { $place } ist { $result }; verschmolzen wäre es { $fused }, getrennt { $separate }
