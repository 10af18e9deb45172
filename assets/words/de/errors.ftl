# Errors, in the order of the English table.

error-no-adapter = kein Grafikadapter gefunden: Installiere einen Vulkan-Treiber für deine GPU oder den Software-Renderer Mesa lavapipe (Debian, Ubuntu: apt install mesa-vulkan-drivers libvulkan1)
error-no-such-adapter = kein Adapter passt zu `{ $wanted }`: Wähle nach Nummer oder Teil des Namens aus { $adapters }
error-no-surface = kein Grafikadapter kann auf diesem Bildschirm darstellen (gefunden: { $adapters }): Installiere den Treiber des Bildschirms, oder rendere ohne Fenster mit `starshell render`
error-no-device = der Adapter { $adapter } ließ sich nicht öffnen ({ $reason }); aktualisiere seinen Treiber, oder wähle mit --adapter einen anderen
error-too-large = { $what } bräuchte { $bytes } Bytes, aber { $adapter } erlaubt höchstens { $limit }; nimm weniger Körper oder Elemente oder ein kleineres Bild
error-out-of-memory = { $adapter } hat keinen Speicher mehr ({ $what }); nimm weniger Körper oder Elemente oder ein kleineres Bild, oder schließe andere Programme
error-lost = die Verbindung zur GPU ist abgerissen ({ $cause }); wenn der Watchdog des Treibers sie zurückgesetzt hat, nimm weniger Körper oder weniger Schritte pro Bild
error-driver = der GPU-Treiber meldet einen Fehler: { $cause }
error-unwritable = { $path } kann nicht geschrieben werden ({ $cause })
error-picture-on-adapter = ein Bild von { $width }x{ $height } Pixeln ist nicht möglich: Auf { $adapter } muss jede Seite von 1 bis { $limit } gehen
error-picture-size = ein Bild von { $width }x{ $height } Pixeln ist nicht möglich: Jede Seite muss von 1 bis 16384 gehen
error-samples = { $samples } Abtastungen je Pixelseite sind nicht möglich: 1 bis 4 sind es
error-no-place = { $error }: Wähle einen anderen Ort, oder schaffe Platz
error-picture-memory = die Bilder brauchen etwa { $mebibytes } MiB Speicher auf einmal, mehr als frei ist: Nimm weniger oder kleinere Bilder
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
error-own-bodies = ein Lauf mit eigenen Körpern eines Programms lässt sich nicht speichern, weil keine Szenendatei seinen Anfang beschreibt
error-scene-unreadable = die Szenendatei { $file } kann nicht gelesen werden ({ $cause }): Prüfe den Pfad und ob es eine Textdatei in UTF-8 ist
error-no-report = { $path } ist kein Bericht von `starshell lab --json` ({ $cause })
error-too-many-for-cpu = { $count } Körper sind zu viele, um auf einer CPU über alle Paare zu summieren: Nimm weniger, bis { $most }, oder den Kernel `tree`
error-too-many-for-tree = { $count } Körper sind zu viele für einen Baum auf einer CPU: Nimm weniger, bis { $most }
error-no-elements = die Anzahl ist 0: Gib eine Anzahl ab 1 an
error-no-double = der Adapter { $adapter } hat keine doppelte Genauigkeit (SHADER_F64), also läuft { $wanted } dort nicht: Nimm { $remedy } oder einen anderen Adapter
error-count-zero = count ist 0, aber eine Szene braucht mindestens 1 Körper: Setze count auf 1 oder mehr
error-count-too-many = count ist { $count }, aber höchstens { $most } Körper sind möglich: Setze count auf so viele oder weniger
error-count-fixed = count ist { $count }, aber der Anfangszustand `{ $kind }` hat genau { $fixed } Körper: Setze count auf { $fixed }, oder lass es weg
