# Errors, in the order of the English table.

error-in-file = { $file }: { $message }
error-in-line = { $file }:{ $line }: { $message }
error-joined = { $first }; { $next }
error-no-adapter = kein Grafikadapter gefunden: Installiere einen Vulkan-Treiber für deine GPU oder den Software-Renderer Mesa lavapipe (Debian, Ubuntu: apt install mesa-vulkan-drivers libvulkan1)
error-no-such-adapter = kein Adapter passt zu `{ $wanted }`: Wähle nach Nummer oder Teil des Namens aus { $adapters }
error-no-surface = kein Grafikadapter kann auf diesem Bildschirm darstellen (gefunden: { $adapters }): Installiere den Treiber des Bildschirms, oder rendere ohne Fenster mit `starshell render`
error-no-colors = kein Grafikadapter hat ein Format für die Farben dieses Bildschirms (gefunden: { $adapters }), wie bei einem Bildschirm mit 16 Bit: Stelle ihn auf eine Farbtiefe von 24 Bit (Xvfb: `-screen 0 1280x720x24`), oder rendere ohne Fenster mit `starshell render`
error-no-device = der Adapter { $adapter } ließ sich nicht öffnen ({ $reason }); aktualisiere seinen Treiber, oder wähle mit --adapter einen anderen
    .window = der Adapter { $adapter } ließ sich nicht öffnen ({ $reason }); aktualisiere seinen Treiber, oder wähle in den Einstellungen einen anderen
error-too-large = { $what } bräuchte { $bytes } Bytes, aber { $adapter } erlaubt höchstens { $limit }; nimm weniger Körper oder Elemente oder ein kleineres Bild
error-out-of-memory = { $adapter } hat keinen Speicher mehr ({ $what }); nimm weniger Körper oder Elemente oder ein kleineres Bild, oder schließe andere Programme
error-lost = die Verbindung zur GPU ist abgerissen ({ $cause }); wenn der Watchdog des Treibers sie zurückgesetzt hat, nimm weniger Körper oder weniger Schritte pro Bild
error-driver = der GPU-Treiber meldet einen Fehler: { $cause }
error-unwritable = { $path } kann nicht geschrieben werden ({ $cause })
error-read-only = { $path } ist schreibgeschützt: Hebe den Schutz auf, oder wähle einen anderen Namen
error-owned = { $path } wird gerade von einem anderen Lauf geschrieben: Warte, bis er endet, oder wähle einen anderen Namen
error-foreign = { $path } gibt es schon, und Starshell hat es nicht geschrieben: Verschiebe es, oder wähle einen anderen Namen
error-picture-on-adapter = ein Bild von { $width }x{ $height } Pixeln ist nicht möglich: Auf { $adapter } muss jede Seite von 1 bis { $limit } gehen
error-picture-size = ein Bild von { $width }x{ $height } Pixeln ist nicht möglich: Jede Seite muss von 1 bis 16384 gehen
error-samples = { $samples } Abtastungen je Pixelseite sind nicht möglich: 1 bis 4 sind es
error-no-place = { $error }: Wähle einen anderen Ort, oder schaffe Platz
error-picture-memory = die Bilder brauchen etwa { $mebibytes } MiB Speicher auf einmal, mehr als frei ist: Nimm weniger oder kleinere Bilder
error-body-table = { $file } endet nicht mit .csv, .npy oder, für eine Datei je Zeitpunkt, mit .hdf5, .tipsy, .ply oder .npz: Gib --table einen solchen Namen
error-encoder = das Video kann nicht kodiert werden ({ $cause })
error-cut-frames = { $frames ->
    [one] das erste Bild ist in { $path } und lässt sich abspielen
   *[other] die ersten { $frames } Bilder sind in { $path } und lassen sich abspielen
}
error-cut = was bis dahin fertig war, ist in { $path }
error-run-unreadable = der gespeicherte Lauf { $file } kann nicht gelesen werden ({ $cause }): Prüfe den Pfad
error-run-foreign = { $file } ist kein gespeicherter Lauf: Gib eine Datei an, die Starshell gespeichert hat und die auf .{ $ending } endet
error-run-newer = { $file } stammt von einem neueren Starshell, im Format { $version }, und dieses liest bis { $most }: Aktualisiere Starshell
error-run-cut = { $file } ist unvollständig, das Ende fehlt: Kopiere die Datei noch einmal, oder speichere den Lauf erneut
error-run-damaged = { $file } ist beschädigt (der Abschnitt { $section } passt nicht zu seiner Prüfsumme): Nimm eine andere Kopie
error-run-invalid = { $file } ist kein gültiger gespeicherter Lauf ({ $message }): Nimm eine andere Kopie
error-scene-unreadable = { $file } lässt sich nicht lesen ({ $cause }): Prüfe den Pfad
error-scene-foreign = { $file } { $kind }
foreign-empty = ist leer: Gib eine Szenendatei an
foreign-run = ist ein gespeicherter Lauf, keine Szene: Öffne ihn im Fenster oder übergib ihn `starshell render`, unter einem Namen, der auf .starshell endet
    .window = ist ein gesicherter Lauf unter dem Namen einer Szene: Gib ihm einen Namen, der auf .starshell endet, und öffne ihn noch einmal
foreign-picture = ist ein Bild oder Video, keine Szenendatei: Wenn Starshell es gemacht hat, macht `starshell render --again DATEI` es noch einmal, und `starshell render DATEI` zeigt seine Szene, unter einem Namen, der auf .png, .apng, .exr, .mp4 oder .gif endet
    .window = ist ein Bild oder Video unter dem Namen einer Szene: Gib ihm seine eigene Endung wie .png oder .mp4, und öffne es noch einmal
foreign-compressed = ist komprimiert: Entpacke die Datei zuerst
foreign-utf16 = ist Text in UTF-16: Speichere ihn als UTF-8
foreign-binary = ist kein Text: Gib eine Szenendatei an, also Text in TOML
foreign-text = ist Text in einer anderen Kodierung, etwa Latin-1: Speichere ihn als UTF-8
error-no-report = { $path } ist kein Bericht von `starshell lab --json` ({ $cause }): Wähle eine andere Datei, oder schreibe sie neu
error-too-many-for-cpu = { $count } Körper sind zu viele, um auf einer CPU über alle Paare zu summieren: Nimm weniger, bis { $most }, oder den Kernel `tree`
error-too-many-for-tree = { $count } Körper sind zu viele für einen Baum auf einer CPU: Nimm weniger, bis { $most }
error-no-elements = die Anzahl ist 0: Gib eine Anzahl ab 1 an
error-count-zero = count ist 0, aber eine Szene braucht mindestens 1 Körper: Setze count auf 1 oder mehr
error-count-too-many = count ist { $count }, aber höchstens { $most } Körper sind möglich: Setze count auf so viele oder weniger
error-count-fixed = count ist { $count }, aber der Anfangszustand `{ $kind }` hat genau { $fixed } Körper: Setze count auf { $fixed }, oder lass es weg
error-no-such-name = `{ $name }` gibt es nicht ({ $what }); meintest du `{ $nearest }`? Zur Wahl stehen: { $all }
error-empty-name = der Name ist leer ({ $what }). Zur Wahl stehen: { $all }
error-kernel-unsupported = der Kernel { $kernel } läuft nicht auf { $adapter }: { $missing }; nimm { $remedy }
error-shader-layout = { $path }: Elemente belegen auf dem Host { $bytes } Byte, in einem WGSL-Array aber { $stride } (Größe { $size }, auf die Ausrichtung aufgerundet): Fülle den Typ des Hosts auf, oder deklariere `Element` ohne Füllbytes
error-shader-number = { $path }: `Element` ist keine Zahl mit 32 Bit (u32, i32, f32): Lass `Monoid::number` weg
error-shader-constant = der Kernel { $kernel } hat keine `const { $name }: u32`
error-shader-entry = der Kernel { $kernel } hat keinen Einstiegspunkt seines Namens
error-shader-no-binding = der Kernel { $kernel } hat keine Bindung `{ $name }`; er hat { $bindings }
error-shader-missing-binding = die Bindung `{ $name }` des Kernels { $kernel } fehlt; er braucht { $bindings }
error-shader-refused = der Treiber lehnt den Shader { $shader } ab: { $message }
error-time-step = der Zeitschritt (dt) ist { $value }, muss aber eine endliche Zahl größer als 0 sein, die in einfache Genauigkeit passt
error-softening = die Glättung ist { $value }, muss aber eine endliche Länge ab 0 sein, deren Quadrat in einfache Genauigkeit passt
error-damping = die Dämpfung ist { $value }, muss aber ein Faktor von 0 bis 1 sein (1 heißt keine Dämpfung)
error-drag = der Widerstand ist { $value }, muss aber eine Rate pro Zeiteinheit sein, 0 oder größer
error-drag-adaptive = ein Widerstand braucht feste Schritte: Lass den Widerstand oder die adaptiven Schritte weg
error-adaptive = die Genauigkeit adaptiver Schritte ist { $value }, muss aber eine Zahl größer als 0 sein, deren Schritte in einfache Genauigkeit passen, etwa 0.3
error-adaptive-softening = adaptive Schritte brauchen eine Glättung größer als 0, weil sich der Schritt aus ihr ergibt: Setze die Glättung, lass adaptive weg, oder nimm den Integrator ias15, der seine Schritte ohne Glättung unterteilt
error-adaptive-integrator = { $integrator } teilt seine Schritte selbst nach Bedarf: Lass adaptive weg
error-hosted-count = { $integrator } bewegt bis zu { $most } Körper, es sind aber { $count }: Wähle einen anderen Integrator, oder weniger Körper
error-regions = Regionen brauchen einen Baum, die Präzision f32, feste Schritte, einen Integrator aus Kicks und Drifts und kein äußeres Feld, dieser Lauf hat aber { $what }: Ändere das, oder lass die Regionen weg
regions-gravity = die Gravitation { $method }
regions-integrator = den Integrator { $integrator }
regions-precision = die Präzision { $precision }
regions-adaptive = adaptive Schritte
regions-external = ein äußeres Feld
error-collision = die Körper { $first } und { $second } stoßen zusammen, und Punkte ohne Glättung haben danach keine Bewegung mehr: Setze eine Glättung größer als 0
error-called-off = der Schritt wurde abgebrochen
error-tree-precision = Bäume und Gitter summieren die Kräfte in einfacher Genauigkeit: Wähle die Präzision f32 oder f32+, oder die direkte Summe
error-tree-integrator = Bäume und Gitter gehen nicht mit hermite-4, wisdom-holman und ias15, die direkte Summen brauchen: Wähle einen anderen Integrator, oder die direkte Summe
error-mesh-side = ein Gitter hat 16, 32, 64, 128 oder 256 Knoten je Seite, nicht { $side }
error-mesh-law = Gravitation auf einem Gitter ist nach Plummer geglättet, das Kraftgesetz ist aber { $law }: verwende plummer, einen Baum oder die direkte Summe
error-mesh-period = eine Periode von { $value } ist nicht möglich: gib die Seite des periodischen Würfels als endliche Länge über 0 an
error-tree-opening = { $opening } ist für einen Baum nicht möglich: Gib einen Winkel oder eine Genauigkeit von 0 bis 1 an
error-tree-angle = ein Winkel von { $angle }
error-tree-accuracy = eine Genauigkeit von { $accuracy }
error-tree-leaf = Blätter mit { $count } Körpern sind nicht möglich: Gib 8 bis 64 an
error-tree-group = Gruppen von { $count } Körpern sind nicht möglich: Gib 32 oder 64 an
error-body = beim Körper { $number } ist { $what ->
    [velocity] die Geschwindigkeit
    [mass] die Masse
    [component] die Komponente
   *[position] der Ort
} { $value }; nötig ist { $range }
error-initial-parameter = `{ $key }` des Anfangszustands ist { $value }; nötig ist { $range }
error-no-bodies = es gibt keine Körper zum Simulieren: Die Anzahl muss mindestens 1 sein
error-external = der Integrator { $integrator } geht nicht mit einer äußeren Kraft: Wähle einen anderen
error-external-range = { $key } des äußeren Felds ist { $value }, muss aber { $range } sein
error-external-frame = die Körper dieses Laufs werden um einen bewegten Punkt gerechnet, und ein Feld wirkt um den Ursprung ihrer Datei: Starte den Lauf mit dem Feld, durch seine Schalter oder in der Szenendatei
error-external-period = ein äußeres Feld passt nicht in einen periodischen Raum: Lass eines von beiden weg
error-cpu-integrator = { $integrator } läuft nicht auf der CPU: Nimm leapfrog-kdk oder einen anderen Integrator aus Kicks und Drifts
error-no-threads = es lassen sich keine Threads starten ({ $cause })
error-no-member = kein Mitglied dieses Laufs kann seine Kräfte berechnen: Wähle andere mit --members, oder lass die Option weg
    .window = kein Mitglied dieses Laufs kann seine Kräfte berechnen: Wähle in den Einstellungen andere
error-no-mpi = dieses Programm wurde ohne MPI gebaut: Baue es mit --features mpi
error-no-mpirun = mpirun lässt sich nicht starten: Installiere ein MPI, etwa Open MPI
error-ranks-failed = mpirun endete ohne Ergebnis: { $cause }
notice-member-lost = { $member } rechnet nicht mehr ({ $cause }): Die anderen machen ohne es weiter
error-members = `{ $members }` nennt keine Mitglieder: Schreibe auto, gpu, processor, all oder eine Liste wie 0,1 oder 0=3,processor=1 (Adapter nach Nummer, mit ihren Anteilen)
error-path-empty = ein Pfad braucht mindestens einen Keyframe: Schreibe [[path.key]] und darunter `at`, oder lass den Pfad weg
error-path-later = `{ $key }` ist { $value }, muss aber später sein als der Keyframe davor, bei { $last }
error-path-turns = `turns` gehört zu einem Pfad, der zurückführt: Ergänze `loop`, die Zeit, zu der er wieder am ersten Keyframe ist
error-path-target = `follow` endet hier: Ergänze `target`, den Punkt, auf den die Kamera stattdessen blickt
error-path-distance = `follow` ist nicht mehr "light": Ergänze `distance`, das jetzt ein Abstand im Raum ist
error-range = `{ $key }` ist { $value }; nötig ist { $range }
error-setting-number = für `{ $key }` ist { $range } nötig
error-setting-optional = für `{ $key }` ist { $range } nötig, oder `{ $none }`
error-setting-switch = `{ $key }` ist on (an) oder off (aus)
error-setting-choice = `{ $key }` ist eines von { $all }
error-color-range = `color_range` ist [{ $low }, { $high }], braucht aber zwei Zahlen über 0, die zweite größer
error-follow-body = `follow` ist Körper { $index }, aber die { $count } Körper haben die Nummern 0 bis { $last }
error-follow-unknown = { $error }, oder die Nummer eines Körpers
error-follow-number = die Körper haben Nummern von 0 bis { $last }, { $number } ist also kein Körper
error-not-classic = `faithful` ist für die klassischen Voreinstellungen, aber der Anfangszustand ist `{ $kind }`: Lass `faithful` weg, oder setze es auf false
error-scene-unknown = { $error }; oder gib den Pfad einer Szenendatei an, die auf .toml endet, oder einer Tabelle von Körpern auf .csv oder .txt
error-scene-no-key = den Schlüssel `{ $key }` gibt es hier nicht: Entferne ihn
error-scene-key-missing = der Schlüssel `{ $key }` fehlt: Ergänze ihn in dieser Tabelle
error-scene-no-toml = das ist kein TOML: „{ $message }“
error-scene-count-missing = der Schlüssel `count` fehlt: Ergänze ihn, mit der Anzahl der Körper
error-scene-most = `most` ist { $most }, muss aber eine mögliche Anzahl von Körpern sein, mindestens { $count }
error-scene-seed = `seed` ist { $seed }, aber der größte ist { $most }
error-scene-trail-length = `trail_length` ist eine Anzahl von Bildern, von 0 bis 256, aus älteren Szenen: Schreibe stattdessen `trails`, in simulierter Zeit
error-scene-initial = `initial` muss eine Tabelle sein: Schreibe [initial] und darunter ihr `kind`
error-scene-kind = [initial] braucht ein `kind`, eines von { $kinds }
error-scene-bodies = `kind`: `bodies` sind eigene, die in keiner Szenendatei stehen: Gib statt der Szene die Datei der Körper oder einen gespeicherten Lauf an, oder wähle ein anderes
error-scene-component = `{ $key }` hat { $part }, aber Komponenten haben die Nummern 0 bis 31
error-scene-color-range = `color_range` ist [{ $low }, { $high }], braucht aber zwei Zahlen über 0 (die Skala ist logarithmisch), die zweite größer
error-video-size = { $format } kann keine { $width }x{ $height } Pixel: { $remedy }
error-caption = `{ $found }` steht für nichts: Nimm {"{"}time{"}"}, {"{"}steps{"}"}, {"{"}scene{"}"} oder einfachen Text
error-gif-rate = GIF fasst höchstens 50 Bilder pro Sekunde, nicht { $rate }: Nimm `--fps 25` oder `--fps 50`, oder einen Namen, der auf .mp4 endet
error-not-resumable = Sicherungspunkte gibt es für Videos in .mp4 mit dem eingebauten Kodierer, für .apng und für Bilder: Gib --out einen anderen Namen, oder lass --checkpoint weg
error-begun-other = Der Sicherungspunkt gehört zu einer anderen Ausgabe: Nimm den, der neben ihr liegt
error-begun-changed = { $file } hat sich seit dem Sicherungspunkt verändert: Lösche beide, um von vorn zu beginnen
error-frame-missing = { $file } fehlt, ist laut Sicherungspunkt aber schon gezeichnet: Lege das Bild zurück, oder lösche den Sicherungspunkt, um von vorn zu beginnen
error-table-not-resumable = { $file } ist eine einzige Datei für alle Zeitpunkte, die kein anderer Prozess fortsetzen kann: Nimm einen Namen, der auf .hdf5, .tipsy, .ply oder .npz endet, für eine Datei je Zeitpunkt, oder lass --checkpoint weg
error-table-no-forces = { $file } hat für alle Zeitpunkte eigene Spalten: Nimm für Beschleunigungen und Potentiale einen Namen, der auf .hdf5, .ply oder .npz endet, oder lass --forces weg
error-apng-rate = APNG fasst keine { $rate } Bilder pro Sekunde: Nimm eine ganze Zahl
error-no-ffmpeg = der Codec { $codec } braucht das Programm ffmpeg ({ $cause }): Installiere es von ffmpeg.org oder aus den Paketen deines Systems, oder nimm `--codec h264`, das keines braucht
error-ffmpeg-lacks = der Codec { $codec } braucht ein ffmpeg mit { $encoder }, und das im PATH hat keines davon: Installiere eine vollständige Fassung von ffmpeg.org, oder nimm `--codec h264`
error-no-alpha = { $path } kann keinen durchsichtigen Himmel enthalten: Nimm .mov (ProRes, mit ffmpeg), .apng oder einen Ordner von Bildern
error-eight-bits = { $path } enthält 8 Bit pro Kanal: Lass --depth und --format weg, oder gib einen Ordner von Bildern an
error-codec-of-file = { $path } kann den Codec { $codec } nicht enthalten: Nimm einen Namen, der auf .{ $endings } endet
error-codec-of-ending = eine Datei mit der Endung .{ $ending } kann den Codec { $codec } nicht enthalten: Nimm einen Namen, der auf .{ $endings } endet
error-video-ending = { $path } hat nicht die Endung eines Videos: Nimm .mp4, .mov, .mkv oder .webm, für eine Schleife .gif oder .apng, oder keine für einen Ordner von Bildern
video-h264 = H.264 mit 4:2:0-Farben
video-this-codec = dieser Codec

# Körper aus Dateien anderer Programme.

error-import-unreadable = { $file } lässt sich nicht lesen ({ $cause }): Prüfe den Pfad
error-import-lines = { $message } ({ $count ->
    [one] auch Zeile { $lines } ist falsch
   *[other] { $count } weitere Zeilen sind falsch: { $lines }
})
import-not-text = das ist kein Text in UTF-8: Speichere die Datei als UTF-8
import-not-utf8 = das scheint Text in { $encoding } zu sein: Speichere die Datei als UTF-8
import-binary = das ist eine Binärdatei, kein Text: Gib eine Tabelle von Körpern an
import-packed = das ist ein { $kind }-Archiv: Entpacke es zuerst
import-other-kind = das ist eine { $kind }-Datei, keine Tabelle in Text: Exportiere ihre Körper zuerst als Text
import-empty = es gibt keine Körper: Schreibe für jeden eine Zeile mit Zahlen
import-too-many = es sind { $count } Körper, aber höchstens { $most } sind möglich: Lass einige weg
import-column-twice = der Kopf nennt die Spalte `{ $column }` zweimal: Benenne eine davon um
import-columns-missing = diese Spalten fehlen: `{ $missing }`; nenne alle von `{ $all }` in einem Kopf, oder mit --columns
    .window = diese Spalten fehlen: `{ $missing }`; nenne alle von `{ $all }` in einem Kopf
import-not-header = die erste Zeile, `{ $names }`, ist weder eine Zeile mit Zahlen noch ein Kopf, der die Spalten nennt: { $why }
import-no-header = die Zahl der Spalten ist { $count }, und es gibt keinen Kopf: Benenne sie in einer ersten Zeile, darunter `{ $all }`
import-units-mixed = Einheiten stehen im Kopf bei allen sieben Spalten oder bei keiner, bei x, y und z dieselbe und bei vx, vy und vz dieselbe, und die eines Kommentars dürfen ihnen nicht widersprechen
import-units = die Einheiten `{ $units }` sind unbekannt: Nenne die von Länge, Geschwindigkeit und Masse, etwa `pc km/s Msun` (`Mpc` ist ein Megaparsec, `mpc` ein Milliparsec)
import-fields = die Zahl der Felder ist { $count } statt { $wanted }: Vervollständige die Zeile, oder lass sie mit # davor weg
import-not-number = `{ $field }` in der Spalte { $column } ist keine Zahl: Verbessere sie, oder lass die Zeile mit # davor weg
import-not-finite = `{ $field }` in der Spalte { $column } ist keine endliche Zahl: Verbessere sie, oder lass die Zeile mit # davor weg
import-too-small = `{ $field }` in der Spalte { $column } ist kleiner, als doppelte Genauigkeit darstellt: Schreibe 0, oder nimm andere Einheiten
import-ambiguous = das Zeichen in `{ $field }` in der Spalte { $column } kann vor Dezimalen oder zwischen Tausendern stehen: Schreibe alle Zahlen mit Dezimalpunkt und nichts zwischen Tausendern
import-negative = die Masse ist { $field }, muss aber 0 oder größer sein: Verbessere sie, oder lass die Zeile mit # davor weg
import-no-moment = es gibt keinen Zeitpunkt { $number }, denn die Zahl der Zeitpunkte ist { $count }: Nenne einen von 1 bis { $count }, oder `last`
import-no-series = nichts deutet auf eine Reihe von Zeitpunkten: Lass --at weg, oder nenne die Spalte der Zeiten `t` in einer Kopfzeile oder mit --columns
import-doubt-time = die Spalte `{ $column }` hat { $count } verschiedene Zeiten oder Schritte, was nach einer Reihe von Zeitpunkten aussieht
import-doubt-identity = die Spalte `{ $column }` nennt dieselben Körper bis zu { $count }-mal, was nach einer Reihe von Zeitpunkten aussieht
import-doubt-blocks = die Zeilen stehen in { $count } Blöcken zu { $bodies }, was nach einer Reihe von Zeitpunkten aussieht
import-doubt-place = ein Körper kehrt in jedem der { $count } Teile der Zeilen am selben Ort wieder, was nach einer Reihe von { $count } Zeitpunkten mit { $bodies } Körpern aussieht
import-doubt-no-header = die Zahl der Spalten ist { $count }, und es gibt keinen Kopf, sodass sie sich nur raten lassen: { $guess }
import-doubt-names = es gibt keinen lesbaren Kopf, aber ein Kommentar ab Zeile { $line } nennt wohl Spalten
import-doubt-negative = die letzte von sieben Spalten ohne Kopf, sonst die Masse, hat negative Zahlen
import-doubt-massless = die letzte von sieben Spalten ohne Kopf, sonst die Masse, ist in jeder Zeile 0
import-doubt-constant = die erste von sieben Spalten ohne Kopf, sonst x, ist in jeder Zeile dieselbe, wie bei Massen und Zeiten
import-doubt-increasing = die erste von sieben Spalten ohne Kopf, sonst x, nimmt nur zu, wie Zeiten und Nummern von Körpern
import-doubt-kilograms = es sind keine Einheiten angegeben, und eine Masse von { $mass } ist wohl in Kilogramm, wie in "m m/s kg" oder "km km/s kg", was nicht zu G = 1 passt
import-doubt-units = es sind keine Einheiten angegeben, und mit G = 1 wären diese Körper kein gebundenes System, wohl aber in { $units }
import-doubt-snapshots = die Datei enthält { $count } Schnappschüsse
import-doubt-usual = die Datei nennt ihre Einheiten nicht; möglich sind sowohl G = 1 als auch die üblichen des Formats, { $units }
import-no-types = eine Tabelle hat keine Arten von Körpern: lass --component weg
import-none-taken = kein Körper liegt so nah bei dem Punkt: Gib --within einen größeren Radius oder einen anderen Punkt
import-short-series = ein Film braucht mindestens zwei Schnappschüsse: nenne einen Ordner, ein Muster in Anführungszeichen wie 'snap_*.hdf5' oder eine Datei mit mehreren
import-no-ids = die Schnappschüsse haben keine Kennungen, und auf { $before } Körper folgen { $after }: nichts sagt, welcher welcher ist
import-doubt-comment = der Kommentar in Zeile { $line } nennt wohl Einheiten, `{ $units }`, aber nicht in der Art von `# units: pc km/s Msun`
import-doubt-column-units = die Spalte `{ $column }` nennt wohl Einheiten, `{ $units }`, was nicht sagt, in welchen die anderen Spalten sind
import-remedy-columns = Sag in einem Kopf oder mit --columns, welche Spalte welche ist, etwa --columns m,x,y,z,vx,vy,vz, mit - für eine, die wegbleibt
import-remedy-moment = Sag, welcher gemeint ist: mit --at last, --at und seiner Nummer ab 1, oder --at all, wenn jede Zeile ein Körper ist
import-remedy-units = Sag mit --units "LÄNGE GESCHWINDIGKEIT MASSE", was die Zahlen messen, oder --units none für G = 1
error-import-doubt = { $reason }: { $remedy }
import-size = die Körper reichen bis { $size }, aber die Kamera zeigt { $least } bis { $most }: Gib an, was die Zahlen messen, etwa `# units: m m/s kg`
import-mass = die Masse aller Körper ist { $mass }, aber einfache Genauigkeit eignet sich für { $min } bis { $max }: Gib an, was die Zahlen messen, etwa `# units: m m/s kg`
import-description = { $count ->
    [one] Ein Körper
   *[other] { $count } Körper
} aus der Datei { $file }.
import-inaccuracies = Zeitschritt, Glättung, Dauer und Ansicht folgen aus Anzahl, Abständen und Geschwindigkeiten der Körper. Sie müssen nicht zu dem passen, was die Körper sind: Prüfe sie am Fehler der Energie.
own-integrator = Integrator { $name } in { $precision }: { $why }
own-integrator-orbits = ein Körper wiegt hundertmal so viel wie die anderen, und diese bewegen sich fern voneinander auf Bahnen um ihn
own-integrator-followed = so wenige Körper werden durch jede Begegnung verfolgt, mit Schritten, die er unterteilt
own-integrator-resolved = vierter Ordnung, weil einzelne Bahnen aufgelöst werden müssen
own-integrator-many = der übliche für viele Körper
own-softening = Glättung { $length }: { $why }
own-softening-few = keine, weil so wenige Körper einzeln verfolgt werden; Begegnungen, die näher sind als jetzt, brauchen kürzere Schritte oder den Integrator ias15
own-softening-followed = keine, weil Begegnungen aufgelöst werden, wie nah sie auch sind
own-softening-light = keine, weil kaum einer der Körper andere anzieht
own-softening-double = ein Hundertstel des Radius, in dem die Hälfte der Körper liegt, weil zwei von ihnen am selben Ort sind
own-softening-neighbors = ein Viertel des mittleren Abstands von Nachbarn (Median), { $length }
own-softening-orbit = ein Hundertstel des kleinsten Abstands auf einer Bahn um einen schweren Körper, { $length }
own-softening-unresolved = so viel, wie der Zeitschritt auflöst, weil Bahnen näher an einen schweren Körper führen
own-softening-place = allein aus den Geschwindigkeiten, weil die Körper am selben Ort sind
own-step = Zeitschritt { $time }: { $why }
own-step-orbit = 1/{ $parts } der kürzesten Umlaufzeit, { $time }
own-step-crossing = 1/{ $parts } der Zeit, in der Körper mit typischer Geschwindigkeit die Glättung durchqueren, { $time }
own-step-collapse = 1/{ $parts } der Zeit, in der sich das System als Ganzes ändert, { $time }, weil die Körper langsam sind und auf das { $part }-Fache ihrer Größe kollabieren werden
own-step-pair = 1/{ $parts } der Umlaufzeit von zwei der schwersten Körper im Abstand der Glättung, { $time }
own-step-whole = 1/{ $parts } der Zeit, in der sich das System als Ganzes ändert, { $time }: √(r³/(G m)) für den Radius r, in dem die Hälfte der Körper liegt
own-step-floor = { $step }; manche Bahnen führen näher heran, als er auflöst: Prüfe den Fehler der Energie

# What a number must be.

range-finite = eine endliche Zahl
range-finite-single = eine endliche Zahl in einfacher Genauigkeit (höchstens 3.4e38)
range-not-negative = 0 oder mehr
range-component = in einfacher Genauigkeit höchstens { $most }
range-scale = eine Zahl größer als 0, von 1e-6 bis 1e6
range-positive = eine endliche Zahl größer als 0, höchstens { $most }
range-within = eine Zahl von { $least } bis { $most }
range-up-to = eine Zahl von 0 bis { $most }, also bis { $value }
range-orbit = ein Abstand auf der Bahn, vom Perizentrum { $least } bis zum Apozentrum { $most }
range-planets = eine ganze Zahl von 1 bis { $most }

# What a kernel or an adapter lacks, and what to use instead.

missing-single-precision = er rechnet nur in einfacher Genauigkeit
missing-loops = der Treiber beendet Schleifen nach { $limit } Durchläufen
missing-loops-and-memory = der Treiber beendet Schleifen nach { $limit } Durchläufen, und für mehr Teilsummen ist kein Speicher da
missing-subgroups = er braucht Subgroups
missing-subgroups-of-one-size = er braucht Subgroups einheitlicher Größe
missing-subgroups-of-sizes = er braucht Subgroups einheitlicher Größe, von { $least } bis { $most }
missing-subgroups-and-memory = er braucht Subgroups einheitlicher Größe (8, 16 oder 32 Threads) und 16 KiB Speicher pro Workgroup
missing-memory-for-sums = im Speicher ist kein Platz für die Summen
missing-atomic-floats = er braucht atomare Summen von Gleitkommazahlen
missing-uniform-buffers = er braucht größere Uniform-Puffer
missing-features = { $features } fehlt dort
missing-fft-length = er hat keine Zeilen von { $length } Elementen
missing-double = doppelte Genauigkeit (SHADER_F64) fehlt dort
missing-precision = er hat keinen Kernel in { $precision }
missing-tree-in-double = ein Baum summiert in einfacher Genauigkeit
missing-tree-jerks = ein Baum kennt die Änderung von Beschleunigungen nicht
missing-tree-room = ein Baum mit { $count } Körpern ist zu groß für seine Puffer, in die { $most } Körper passen
missing-region-room = eine Region mit { $count } Körpern ist zu groß für ihre Puffer, in die { $most } Körper passen
missing-mesh-portions = mehrere Mitglieder können sich kein Gitter teilen
missing-fast-math = WGSL hat keinen Schalter für schnelle Mathematik
missing-bodies = es gibt keine Körper
missing-softening = ohne Glättung würden Körper am selben Ort durch null teilen
missing-watchdog-bodies = mehr als { $most } Körper würden einen Thread beschäftigen, bis der Watchdog des Treibers ihn beendet
missing-watchdog-elements = mehr als { $most } Elemente würden einen Thread beschäftigen, bis der Watchdog des Treibers ihn beendet
missing-dispatch = ein Kernelstart hat höchstens { $most } Workgroups mit 256 Körpern
missing-workgroups = er bräuchte { $groups } Workgroups in einer Reihe, aber der Adapter erlaubt { $limit }
missing-threads = dort gibt es { $threads } Threads
missing-keys = er sortiert höchstens { $most } Schlüssel
missing-keys-in-workgroup = seine einzige Workgroup fasst { $most } Schlüssel, und es sind { $count }
missing-operator = er bildet nur Präfixsummen, keine mit { $operator }
missing-wide-keys = er sortiert nur Schlüssel von 32 Bit
missing-unrolled = seine Ebenen sind für Workgroups mit 128 Threads ausgeschrieben
missing-power-of-two = { $threads } ist keine Zweierpotenz von 32 bis 1024
missing-workgroup-size = Workgroups haben dort höchstens { $most } Threads
missing-whole-subgroup = { $threads } Threads sind weniger als eine Subgroup
missing-launches = mehr als { $most } Kernelstarts dauern Minuten
missing-software = dieser Rechner hat keinen Software-Adapter
missing-one-thread = lavapipe läuft auf allen Threads und das Programm des Textes auf einem
remedy-precision-or-auto = die Präzision f32 oder f32+, oder einen anderen Kernel wie auto
remedy-precision-or-direct = die Präzision f32 oder f32+, oder die direkte Summe
remedy-integrator = einen anderen Integrator als hermite-4
remedy-fewer-bodies = weniger Körper
remedy-mesh-alone = --members gpu oder eine andere Gravitation
remedy-fewer-bodies-or-integrator = weniger Körper, oder einen anderen Integrator als hermite-4
remedy-fewer-bodies-or-auto = weniger Körper, oder einen anderen Kernel wie auto
remedy-fewer-bodies-or-rung = weniger Körper, oder eine andere Stufe
remedy-fewer-elements-or-auto = weniger Elemente, oder einen anderen Kernel wie auto
remedy-fewer-keys-or-auto = weniger Schlüssel, oder einen anderen Kernel wie auto
remedy-fewer-launches = weniger Kernelstarts
remedy-fewer-threads = weniger Threads
remedy-threads-per-workgroup = mehr Threads pro Workgroup
remedy-workgroups = Workgroups mit 128 Threads
remedy-rung = eine andere Stufe
remedy-adapter = einen anderen Adapter
remedy-adapter-or-auto = einen anderen Adapter, oder einen anderen Kernel wie auto
remedy-adapter-or-single = einen anderen Adapter, oder einfache Genauigkeit
remedy-single-or-last-rung = die Präzision f32, oder rung-10 in f64
remedy-auto = einen anderen Kernel wie auto
remedy-side = eine andere Zahl von Punkten oder einen anderen Kernel
remedy-tree-size = höchstens so viele Körper, größere Blätter, oder die direkte Summe
remedy-region-size = mehr Regionen
remedy-numbers = Zahlen mit 32 Bit
remedy-single-or-double = die Genauigkeit f32 oder f64
remedy-body = mindestens einen Körper
remedy-softening = eine Glättung ab 1e-10
remedy-lavapipe = lavapipe von Mesa
remedy-one-thread = LP_NUM_THREADS=1 in der Umgebung
remedy-sides = Seiten gehen bis { $most }
remedy-even-sides = Breite und Höhe müssen gerade sein, etwa { $width }x{ $height }
remedy-sides-of-h264 = der Encoder nimmt Seiten von { $least } bis { $width }x{ $height }, auch hochkant; größere brauchen `--codec hevc`

# What a name is that nothing has.

noun-key = Schlüssel
noun-value = Wert
noun-word = Wort
noun-scene = Szene
noun-initial-state = Anfangszustand
noun-integrator = Integrator
noun-way-to-drive-members = Art, Mitglieder anzutreiben
noun-member = Mitglied
noun-force-law = Kraftgesetz
noun-precision = Präzision
noun-kernel = Kernel
noun-rotation-law = Rotationsgesetz
noun-apsis = Apside
noun-configuration = Konfiguration
noun-system-of-units = Einheitensystem
noun-style = Stil
noun-colour-map = Farbskala
noun-colour-by-value = Größe für Farben
noun-column = Spalte
noun-component = Komponente
noun-experiment = Experiment
noun-break = Teil zum Herausnehmen
noun-kernel-of-the-workbench = Kernel der Werkbank
noun-kind-of-question = Art von Frage
noun-block = Block
noun-page = Seite
noun-plot = Diagramm
noun-overlay = Einblendung
noun-part-of-the-side-panel = Teil der Seitenleiste

# A value of the wrong kind in a file.

toml-key = `{ $key }`: { $message }
toml-expected = nötig ist { $wanted }, nicht { $found }
toml-a-text = ein Text in Anführungszeichen
toml-a-switch = true oder false
toml-a-number = eine Zahl
toml-found-text = der Text { $value }
toml-found-value = der Wert { $value }
toml-found-list = eine Liste
toml-found-table = eine Tabelle
toml-found-count = { $count } davon
toml-a-list = eine Liste
toml-a-table = eine Tabelle
toml-a-list-of-numbers = eine Liste von { $count } Zahlen
toml-a-whole-number = eine ganze Zahl von { $least } bis { $most }

# Mistakes in a lesson's file.

error-lesson-file = { $file }, Zeile { $line }: { $cause }
error-lesson-long = eine Lektion hat höchstens { $most } Bytes, und diese Datei hat { $length }: Teile sie auf
error-lesson-head = eine Lektion beginnt mit `+++`, ihrem Titel, ihren Minuten und Zielen in TOML (title, minutes, aims) und noch einmal `+++`
error-lesson-head-end = das TOML am Anfang endet nicht: Schreibe `+++` dahinter
error-lesson-before-card = Text vor der ersten Karte: Beginne sie mit `# ` und einem Titel
error-lesson-no-card = eine Lektion braucht eine Karte: eine Zeile, die mit `# ` beginnt
error-lesson-minutes = die Karten dauern { $cards } Minuten, die Lektion { $lesson }: Ändere das eine oder das andere
error-lesson-title = der Titel hat { $letters } Buchstaben; bis zu { $most } passen auf eine Seite
error-lesson-block-end = der Block { $block } endet nicht: Schreibe ``` in eine eigene Zeile dahinter
error-lesson-recall = auf keiner Karte davor gibt es die Vorhersage `{ $name }`
error-lesson-control = kein Bedienelement und keine Auswahl heißt `{ $key }`: Nimm den Schlüssel des Textes aus assets/words/en
error-lesson-needs-bench = `{ $key }` braucht einen Kernel der Werkbank: Ergänze `bench`
error-lesson-two = eine Karte zeigt ein Experiment oder einen Kernel: Lass `experiment` oder `bench` weg
error-lesson-exercise = `{ $bench }` hat die Aufgaben 1 bis { $count }, nicht { $number }
error-lesson-number = { $key } ist { $value }; nötig ist { $range }
error-lesson-card-minutes = eine Zahl über 0, höchstens 600
error-lesson-above-zero = eine Zahl über 0
error-lesson-for-scene = count gehört zu einer Szene: Ergänze `scene`
error-lesson-count = count ist { $count }: { $cause }
error-lesson-for-experiment = { $key } gehört zu einem Experiment: Ergänze `experiment`
error-lesson-no-drawings = { $key } ist { $number }, aber { $name } hat keine Zeichnungen: Lass es weg
error-lesson-one-drawing = drawing ist { $number }, aber { $name } hat nur eine Zeichnung: Lass es weg
error-lesson-drawings = drawing ist { $number }, aber { $name } hat die Zeichnungen 1 bis { $count }
error-lesson-size = size ist { $size }, aber diese Zeichnung gibt es in { $sizes }
error-lesson-wait-never = wait mit { $key } = false würde auf nichts warten: Schreibe { $key } = true
error-lesson-wait-number = wait hat { $wait }; nötig ist eine Zahl über 0
error-lesson-wait-nothing = wait mit set braucht ein Bedienelement, etwa physics-softening = 0.1
error-lesson-wait-infinite = wait hat `{ $key }` = { $number }, was keine Zahl ist
error-lesson-wait-range = wait hat `{ $key }` = { $range }, aber in einem Bereich kommt das untere Ende zuerst
error-lesson-options = options hat weniger als zwei Einträge: Ergänze einen
error-lesson-right = right ist { $right }, aber es gibt die Möglichkeiten 1 bis { $count }
error-lesson-answer = answer ist { $answer }, was keine Zahl ist
error-lesson-range = in range muss das untere Ende zuerst kommen
error-lesson-wrong = wrong hat `{ $answer }`: { $cause }
error-lesson-wrong-twice = Das steht zweimal da
error-lesson-wrong-reason = Die Begründung fehlt
error-lesson-option = Es gibt die Möglichkeiten 1 bis { $count }
error-lesson-option-right = Diese Möglichkeit ist richtig
error-lesson-finite = Nötig ist eine endliche Zahl
error-lesson-number-right = Diese Zahl gilt als richtig
error-lesson-a-range-first = In einem Bereich muss das untere Ende zuerst kommen
error-lesson-range-right = Ein Teil dieses Bereichs ist richtig
error-lesson-shown = dieser Block würde als Code erscheinen: Beginne ihn am Anfang einer Zeile mit ```{ $name } und nichts weiter
error-lesson-torn = dieses `{ $sign }` erscheint als Text: Eine Formel endet mit `{ $sign }`, und zu jedem `{"{"}` darin gehört ein `{"}"}`; das Zeichen für Geld ist `\{ $sign }`
error-lesson-html = Karten enthalten kein HTML: Schreibe Markdown
error-lesson-picture = `{ $path }` ist kein Bild: Das Bild einer Szene ist `![was es zeigt](scene:shell)`
error-lesson-grid = ein Raster ist falsch: { $message }
error-lesson-grid-columns = ein Raster hat 1 bis { $most } Spalten, nicht { $count }
error-lesson-grid-rows = ein Raster hat 1 bis { $most } Zeilen, nicht { $count }
error-lesson-formula-letter = unerwartetes `{ $letter }` in der Formel `{ $formula }`
error-lesson-formula-brace = eine Formel endet vor ihrem `{"}"}`
error-lesson-formula-base = in einer Formel steht nichts vor `{ $sign }`
error-lesson-formula-twice = in einer Formel steht `{ $sign }` zweimal an derselben Stelle: Setze {"{"} {"}"} um das erste
error-lesson-formula-deep = in einer Formel sind Teile tiefer als { $most } ineinander verschachtelt: Schreibe mehrere Formeln
error-lesson-formula-end = eine Formel endet zu früh
error-lesson-formula-close = unerwartetes `{"}"}` in einer Formel
error-lesson-formula-words = `\text` braucht Wörter in {"{"} {"}"}
error-lesson-formula-name = nach einem `\` in einer Formel muss der Name eines Zeichens stehen, etwa \pi
error-lesson-formula-command = Formeln kennen `\{ $name }` nicht: Schreibe das Zeichen selbst, oder \text{"{"}{ $name }{"}"}
error-lesson-missing = { $key } fehlt: Ergänze es
error-lesson-a-list = eine Liste wie ["a", "b"]
error-lesson-a-table = eine Tabelle wie {"{"} key = 1 {"}"}
error-lesson-a-reason = eine Tabelle wie {"{"} answer = 1, reason = "why" {"}"}
error-lesson-a-range = ein Bereich wie [0.1, 0.3]
error-lesson-a-place = eine ganze Zahl ab 0
error-lesson-condition = eine Karte wartet auf eine Sache, etwa {"{"} time = 3 {"}"}, {"{"} answer = true {"}"} oder {"{"} set = {"{"} physics-softening = 0.1 {"}"} {"}"}
error-lesson-goal = ein Bedienelement wird auf eine Zahl gesetzt, einen Bereich wie [0.1, 0.3], true, false oder den Schlüssel einer Auswahl

# What is wrong with a kernel on the workbench, how its process ended, and what went wrong beside it.

fault-long = der Text ist { $bytes } Bytes lang; erlaubt sind bis zu { $most }
fault-brackets = hier sind mehr als { $most } Klammern offen
fault-compiler = an diesem Text scheitert der Compiler selbst
fault-said = der Compiler sagt „{ $message }“
fault-type = das belegt { $bytes } Bytes; ein Typ darf auf der Werkbank { $most } Bytes belegen
fault-type-huge = das belegt 4 GiB oder mehr; ein Typ darf auf der Werkbank { $most } Bytes belegen
fault-variables = die Variablen eines Threads belegen { $bytes } Bytes; erlaubt sind bis zu { $most }
fault-binding = @binding({ $number }) ist `{ $is }`, muss aber wie im Original `{ $must }` sein
fault-binding-unknown = @group({ $group }) @binding({ $number }) enthält nichts: Das Original hat keine solche Bindung
fault-binding-twice = @binding({ $number }) steht zweimal da
fault-binding-missing = @binding({ $number }), im Original `{ $name }`, fehlt
fault-override = `override { $name }` bekommt hier keinen Wert: Nimm `const`
fault-entry = es gibt kein `@compute @workgroup_size(…) fn { $name }`, womit die Werkbank beginnt
fault-threads = eine Workgroup hat { $threads } Threads; der Adapter erlaubt 1 bis { $most }
fault-sides = eine Workgroup misst { $sides } Threads; der Adapter erlaubt { $most }
fault-memory = der Kernel braucht { $bytes } Bytes Workgroup-Speicher, der Adapter erlaubt aber { $most }
workbench-watchdog = seine Aufsicht ist ausgefallen
workbench-late = es hat nicht innerhalb von { $seconds } s begonnen
workbench-signal = Signal { $number }
workbench-exit-code = Exit-Code { $code }
workbench-no-bench = es gibt keinen Kernel `{ $name }` auf der Werkbank
error-chart = das Diagramm lässt sich nicht zeichnen: { $cause }
error-chart-size = sein Bild hätte { $width } mal { $height } Pixel
error-wrong = { $bench }: { $kernel } rechnet auf { $adapter } falsch ({ $what }), seine Geschwindigkeit besagt also nichts; aktualisiere den Treiber oder melde den Fehler
encoder-ffmpeg = ffmpeg sagt „{ $message }“
encoder-ffmpeg-silent = ffmpeg hat ohne Angabe von Gründen geendet
encoder-ffmpeg-empty = ffmpeg hat ohne Fehler geendet, aber kein Video geschrieben
encoder-panicked = ein Thread ist abgestürzt
encoder-no-frames = es gibt keine Einzelbilder
encoder-ended = sie ist schon zu Ende
encoder-other-size = ein Bild hat eine andere Größe als das Video
error-recipe-unreadable = { $file } lässt sich nicht lesen ({ $cause }): Prüfe den Pfad
error-recipe-unreadable-text = { $file } lässt sich nicht lesen ({ $cause }): Nimm eine andere Kopie
error-recipe-missing = { $file } sagt nicht, wie es entstanden ist: Nimm ein Bild oder Video, das Starshell nach 0.3.0 gemacht hat, oder die .toml-Datei daneben
error-recipe = das Rezept in { $file } ist ungültig: { $message }
words-said = „{ $message }“
report-experiments = er hat { $count } Experimente, aber höchstens { $most } lassen sich zeigen
report-ends = er endet zu früh
report-twice = er hat { $experiment } zweimal: Lass eines weg
report-results = { $experiment } hat { $count } Ergebnisse, aber höchstens { $most } lassen sich zeigen
report-number = { $name } von { $variant } in { $experiment } ist { $value }, was keine Messung ergibt
report-text = der Name eines Ergebnisses in { $experiment } hat { $letters } Buchstaben; bis zu { $most } lassen sich zeigen

# Dünnbesetzte Matrizen.

error-sparse-empty = eine Matrix mit { $rows } Zeilen und { $columns } Spalten hat keine Elemente: Gib mindestens eine Zeile und eine Spalte an
error-sparse-too-large = eine Matrix mit { $rows } Zeilen, { $columns } Spalten und { $nonzeros } Einträgen ist zu groß: Zeilen und Einträge zusammen sowie Spalten dürfen höchstens 2147483648 sein, und kein Platz kann zweimal besetzt sein
error-sparse-pointers = eine Matrix mit { $rows } Zeilen braucht { $wanted } Zeilenzeiger, und es sind { $count }: Gib einen je Zeile an und am Ende die Zahl der Einträge
error-sparse-values = es gibt { $columns } Spaltenindizes für { $values } Werte: Gib zu jedem einen an
error-sparse-ends = die Zeilenzeiger gehen von { $first } bis { $last }, aber es gibt { $nonzeros } Einträge: Der erste muss 0 sein und der letzte ihre Zahl
error-sparse-falls = Zeile { $row } der Matrix beginnt bei { $first } und endet davor, bei { $end }: Zeilenzeiger dürfen nicht fallen
error-sparse-past-end = { $place } liegt in Zeile { $row } und Spalte { $column } einer Matrix mit { $rows } Zeilen und { $columns } Spalten, alle ab 1 gezählt: Lass ihn darin liegen
error-sparse-range = die Zahlen der Zeile { $row } oder die Summe ihrer Beträge sind zu groß für { $precision }: Verkleinere die Matrix oder rechne in f64
error-sparse-no-room = es gibt keinen Speicher für eine Matrix mit { $rows } Zeilen, { $columns } Spalten und { $nonzeros } Einträgen: Mach sie kleiner
sparse-nonzero = Eintrag { $place }
sparse-triangle = ein Eckpunkt des Dreiecks { $place }
at-line = Zeile { $line }: { $what }
market-unreadable = sie lässt sich nicht lesen ({ $reason })
market-long = sie hat mehr als { $most } Bytes, ist also keine Zeile mit Zahlen
market-header = die erste Zeile einer Matrix-Market-Datei muss lauten wie „%%MatrixMarket matrix coordinate real general“, nicht „{ $found }“
market-kind = Matrizen der Art „{ $kind }“ lassen sich nicht lesen: Gib Koordinaten an, mit den Werten real, integer oder pattern, general, symmetric oder skew-symmetric
market-size = erwartet werden die Zahlen der Zeilen, Spalten und Einträge
market-not-square = eine symmetrische Matrix mit { $rows } Zeilen kann nicht { $columns } Spalten haben: Mach sie quadratisch oder general
market-fewer = die Datei endet nach { $count } von { $wanted } Einträgen: Nimm eine andere Kopie davon
market-more = es gibt mehr als die angekündigten { $wanted } Einträge: Berichtige die Zeile mit der Größe
market-entry = erwartet wird ein Eintrag: Zeile, Spalte und ein endlicher Wert
market-pattern-entry = erwartet wird ein Eintrag eines Musters: Zeile und Spalte
market-past-end = der Eintrag in Zeile { $row } und Spalte { $column } liegt außerhalb der Matrix mit { $rows } Zeilen und { $columns } Spalten: Zähle beide ab 1 oder berichtige die Zeile mit der Größe
market-both-halves = der Eintrag in Zeile { $row } und Spalte { $column } liegt auf der anderen Seite der Diagonale als die davor: Gib eine Hälfte einer symmetrischen Matrix an oder nenne sie general
market-skew-diagonal = eine schiefsymmetrische Matrix hat nichts auf der Diagonale: Lass den Eintrag weg
error-solver-not-square = ein System von { $rows } Gleichungen mit { $columns } Unbekannten lässt sich nicht mit konjugierten Gradienten lösen: Gib eine quadratische Matrix an
error-solver-not-symmetric = das Element in Zeile { $row } und Spalte { $column } weicht von dem jenseits der Diagonale ab: Konjugierte Gradienten brauchen eine symmetrische Matrix
error-solver-diagonal = das Diagonalelement in Zeile { $row } ist nicht positiv: Konjugierte Gradienten brauchen eine positiv definite Matrix
error-solver-tolerance = eine Toleranz von { $tolerance } ist in { $precision } nicht zu erreichen, denn dort wird gröber gerundet: Gib { $least } oder mehr an oder rechne in f64
error-solver-not-reached = nach { $iterations ->
    [one] { $iterations } Iteration
   *[other] { $iterations } Iterationen
} ist das Residuum { $residual } statt { $tolerance }, weil Rundung verdeckt, was übrig ist: Gib eine größere Toleranz an oder rechne in f64
error-solver-broken = nach { $iterations ->
    [one] { $iterations } Iteration
   *[other] { $iterations } Iterationen
} zeigte sich, dass die Matrix nicht positiv definit ist oder Zahlen ihren Bereich verlassen: Prüfe ihr Vorzeichen oder rechne mit doppelter Genauigkeit

# Warum ein Lauf falsch wird. Davor steht ein Satz wie `bei t = 1,5 hat sich die Energie um 7 % geändert:`.
cause-units = die Geschwindigkeiten sind das { $ratio }-Fache derer, die die Schwerkraft bei diesen Massen und Abständen mit G = 1 erzeugt; ihre Einheiten passen also nicht zusammen
cause-range = Orte oder Geschwindigkeiten bis { $largest } sind zu groß für einfache Genauigkeit, die ihre Quadrate nicht fasst; größere Einheiten wählen
cause-precision = die Orte haben zu wenige Stellen, denn benachbarte Zahlen liegen bei den meisten Körpern { $spacing } auseinander, und ein Schritt bewegt sie um { $moved }
cause-time-step = der Zeitschritt ist zu lang
cause-encounter = Körper kommen einander näher, als die Schritte auflösen
cause-integrator = die Ordnung des Integrators ist zu niedrig
cause-forces = die Kräfte des Baums oder Gitters sind für diese Körper zu ungenau
cause-unknown = in einer Probe halfen weder kürzere Schritte noch mehr Stellen noch eine größere Glättung
cause-not-reproduced = eine Probe mit doppelter Genauigkeit von kurz vorher behielt die Energie, die Ursache ist also unbekannt
cause-untested = für eine Probe der Ursache sind es zu viele Schritte
diagnosis-told = { $cause }; { $test }
diagnosis-helps = in einer Probe von { $steps } Schritten verkleinerte { $remedy } den Fehler von { $before } % auf { $after } %
diagnosis-helps-infinite = in einer Probe von { $steps } Schritten hielt { $remedy } alle Zahlen endlich, mit einem Fehler von { $after } %
diagnosis-helps-too = , { $remedy } auf { $after } %

# Eine Klasse an ihren Telefonen.
class-error-address = eine Klasse kann nicht unter { $address } sein: nennen Sie die eine Adresse dieses Rechners im Netz, etwa 192.168.1.20
class-error-listen = unter { $address } lässt sich keine Klasse öffnen: { $cause }; nennen Sie eine andere Adresse dieses Rechners oder einen anderen Port nach einem Doppelpunkt
