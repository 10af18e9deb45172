# Errors, in the order of the English table.

error-in-file = { $file }: { $message }
error-in-line = { $file }:{ $line }: { $message }
error-joined = { $first }; { $next }
error-no-adapter = aucun adaptateur graphique trouvé : installez un pilote Vulkan pour votre GPU, ou le moteur de rendu logiciel Mesa lavapipe (Debian, Ubuntu : apt install mesa-vulkan-drivers libvulkan1)
error-no-such-adapter = aucun adaptateur ne correspond à `{ $wanted }` : choisissez par numéro ou par une partie du nom parmi { $adapters }
error-no-surface = aucun adaptateur graphique ne peut afficher sur cet écran (trouvés : { $adapters }) : installez le pilote de l’écran, ou calculez sans fenêtre avec `starshell render`
error-no-colors = aucun adaptateur graphique n’a de format pour les couleurs de cet écran (trouvés : { $adapters }), comme sur un écran de 16 bits : réglez-le sur une profondeur de 24 bits (Xvfb : `-screen 0 1280x720x24`), ou calculez sans fenêtre avec `starshell render`
error-no-device = l’adaptateur { $adapter } n’a pas pu être ouvert ({ $reason }) ; mettez son pilote à jour, ou choisissez-en un autre avec --adapter
    .window = l’adaptateur { $adapter } n’a pas pu être ouvert ({ $reason }) ; mettez son pilote à jour, ou choisissez-en un autre dans les réglages
error-too-large = { $what } prendrait { $bytes } octets, mais { $adapter } en permet { $limit } au plus ; prenez moins de corps ou d’éléments, ou une image plus petite
error-out-of-memory = { $adapter } n’a plus de mémoire ({ $what }) ; prenez moins de corps ou d’éléments, ou une image plus petite, ou fermez d’autres programmes
error-lost = la connexion au GPU est perdue ({ $cause }) ; si le chien de garde du pilote l’a réinitialisé, prenez moins de corps ou moins de pas par image
error-driver = le pilote du GPU signale une erreur : { $cause }
error-unwritable = impossible d’écrire { $path } ({ $cause })
error-read-only = { $path } est en lecture seule : rendez-le modifiable, ou choisissez un autre nom
error-owned = { $path } est en cours d’écriture par une autre exécution : attendez qu’elle se termine, ou choisissez un autre nom
error-foreign = { $path } existe déjà et n’a pas été écrit par Starshell : déplacez-le, ou choisissez un autre nom
error-picture-on-adapter = une image de { $width }x{ $height } pixels n’est pas possible : sur { $adapter }, chaque côté doit aller de 1 à { $limit }
error-picture-size = une image de { $width }x{ $height } pixels n’est pas possible : chaque côté doit aller de 1 à 16384
error-samples = { $samples } échantillons par côté de pixel ne sont pas possibles : 1 à 4 le sont
error-no-place = { $error } : choisissez un autre endroit, ou libérez de la place
error-picture-memory = les images demandent environ { $mebibytes } Mio de mémoire à la fois, plus qu’il n’y en a de libre : prenez moins d’images, ou de plus petites
error-body-table = { $file } ne se termine ni par .csv, ni par .npy, ni, pour un fichier par instant, par .hdf5, .tipsy, .ply ou .npz : donnez un tel nom à --table
error-encoder = la vidéo ne peut pas être encodée ({ $cause })
error-cut-frames = { $frames ->
    [one] la première image est dans { $path }, qui peut être lu
   *[other] les { $frames } premières images sont dans { $path }, qui peut être lu
}
error-cut = ce qui était terminé jusque-là est dans { $path }
error-run-unreadable = la simulation enregistrée { $file } ne peut pas être lue ({ $cause }) : vérifiez le chemin
error-run-foreign = { $file } n’est pas une simulation enregistrée : donnez un fichier enregistré par Starshell, qui se termine par .{ $ending }
error-run-newer = { $file } vient d’un Starshell plus récent, au format { $version }, et celui-ci lit jusqu’au { $most } : mettez Starshell à jour
error-run-cut = { $file } est incomplet, sa fin manque : copiez-le de nouveau, ou enregistrez la simulation encore une fois
error-run-damaged = { $file } est endommagé (sa section { $section } ne correspond pas à sa somme de contrôle) : prenez-en une autre copie
error-run-invalid = { $file } n’est pas une simulation enregistrée valide ({ $message }) : prenez-en une autre copie
error-scene-unreadable = impossible de lire { $file } ({ $cause }) : vérifiez le chemin
error-scene-foreign = { $file } { $kind }
foreign-empty = est vide : donnez un fichier de scène
foreign-run = est une simulation enregistrée, pas une scène : ouvrez-la dans la fenêtre ou passez-la à `starshell render`, sous un nom qui se termine par .starshell
    .window = est une simulation enregistrée sous le nom d’une scène : donnez-lui un nom qui se termine par .starshell, et rouvrez-la
foreign-picture = est une image ou une vidéo, pas un fichier de scène : si Starshell l’a faite, `starshell render --again FICHIER` la refait, et `starshell render FICHIER` montre sa scène, sous un nom qui se termine par .png, .apng, .exr, .mp4 ou .gif
    .window = est une image ou une vidéo sous le nom d’une scène : donnez-lui sa propre extension, comme .png ou .mp4, et rouvrez-la
foreign-compressed = est compressé : décompressez-le d’abord
foreign-utf16 = est un texte en UTF-16 : enregistrez-le en UTF-8
foreign-binary = n’est pas un texte : donnez un fichier de scène, qui est un texte en TOML
foreign-text = est un texte dans un autre codage, comme Latin-1 : enregistrez-le en UTF-8
error-no-report = { $path } n’est pas un rapport de `starshell lab --json` ({ $cause }) : choisissez un autre fichier, ou écrivez-le à nouveau
error-too-many-for-cpu = { $count } corps sont trop pour sommer toutes les paires sur un CPU : prenez-en moins, jusqu’à { $most }, ou le kernel `tree`
error-too-many-for-tree = { $count } corps sont trop pour un arbre sur un CPU : prenez-en moins, jusqu’à { $most }
error-no-elements = le nombre est 0 : donnez un nombre d’au moins 1
error-count-zero = count vaut 0, mais une scène a besoin d’au moins 1 corps : donnez à count une valeur d’au moins 1
error-count-too-many = count vaut { $count }, mais { $most } corps au plus sont possibles : donnez à count cette valeur ou moins
error-count-fixed = count vaut { $count }, mais l’état initial `{ $kind }` a exactement { $fixed } corps : donnez à count la valeur { $fixed }, ou omettez-le
error-no-such-name = `{ $name }` n’existe pas ({ $what }) ; vouliez-vous dire `{ $nearest }` ? Choisissez parmi : { $all }
error-empty-name = le nom est vide ({ $what }). Choisissez parmi : { $all }
error-kernel-unsupported = le kernel { $kernel } ne peut pas tourner sur { $adapter } : { $missing } ; prenez { $remedy }
error-shader-layout = { $path } : les éléments prennent { $bytes } octets sur l’hôte, mais { $stride } dans un tableau WGSL (taille { $size } arrondie à l’alignement) : complétez le type de l’hôte, ou déclarez `Element` sans remplissage
error-shader-number = { $path } : `Element` n’est pas un nombre de 32 bits (u32, i32, f32) : omettez `Monoid::number`
error-shader-constant = le kernel { $kernel } n’a pas de `const { $name }: u32`
error-shader-entry = le kernel { $kernel } n’a pas de point d’entrée à son nom
error-shader-no-binding = le kernel { $kernel } n’a pas de liaison `{ $name }` ; il a { $bindings }
error-shader-missing-binding = la liaison `{ $name }` du kernel { $kernel } manque ; il lui faut { $bindings }
error-shader-refused = le pilote n’accepte pas le shader { $shader } : { $message }
error-time-step = le pas de temps (dt) vaut { $value }, mais ce doit être un nombre fini supérieur à 0 qui tient en simple précision
error-softening = l’adoucissement vaut { $value }, mais ce doit être une longueur finie d’au moins 0 dont le carré tient en simple précision
error-damping = l’amortissement vaut { $value }, mais ce doit être un facteur de 0 à 1 (1 signifie aucun amortissement)
error-drag = le frottement est de { $value }, mais ce doit être un taux par unité de temps, 0 ou plus
error-drag-adaptive = le frottement demande des pas fixes : enlevez le frottement ou les pas adaptatifs
error-adaptive = la précision des pas adaptatifs vaut { $value }, mais ce doit être un nombre supérieur à 0 dont les pas tiennent en simple précision, comme 0.3
error-adaptive-softening = les pas adaptatifs demandent un adoucissement supérieur à 0, car le pas en découle : donnez un adoucissement, omettez adaptive, ou prenez l’intégrateur ias15, qui divise ses pas sans adoucissement
error-adaptive-integrator = { $integrator } divise ses pas selon les besoins : omettez adaptive
error-hosted-count = { $integrator } déplace jusqu’à { $most } corps, et il y en a { $count } : choisissez un autre intégrateur, ou moins de corps
error-regions = les régions demandent un arbre, la précision f32, des pas fixes, un intégrateur fait d’impulsions et de dérives, et aucun champ extérieur, mais cette simulation a { $what } : changez cela, ou renoncez aux régions
regions-gravity = la gravité { $method }
regions-integrator = l’intégrateur { $integrator }
regions-precision = la précision { $precision }
regions-adaptive = des pas adaptatifs
regions-external = un champ extérieur
error-collision = les corps { $first } et { $second } se heurtent, et des points sans adoucissement n’ont plus de mouvement ensuite : donnez un adoucissement supérieur à 0
error-called-off = le pas a été annulé
error-tree-precision = les arbres et les grilles somment les forces en simple précision : choisissez la précision f32 ou f32+, ou la somme directe
error-tree-integrator = les arbres et les grilles ne vont pas avec hermite-4, wisdom-holman et ias15, qui ont besoin de sommes directes : choisissez un autre intégrateur, ou la somme directe
error-mesh-side = une grille a 16, 32, 64, 128 ou 256 nœuds par côté, pas { $side }
error-mesh-law = la gravité sur une grille est adoucie par la loi de Plummer, mais la loi de force est { $law } : utilisez plummer, un arbre ou la somme directe
error-mesh-period = une période de { $value } est impossible : donnez le côté du cube périodique comme une longueur finie supérieure à 0
error-tree-opening = { $opening } n’est pas possible pour un arbre : donnez un angle ou une précision de 0 à 1
error-tree-angle = un angle de { $angle }
error-tree-accuracy = une précision de { $accuracy }
error-tree-leaf = des feuilles de { $count } corps ne sont pas possibles : donnez de 8 à 64
error-tree-group = des groupes de { $count } corps ne sont pas possibles : donnez 32 ou 64
error-body = pour le corps { $number }, { $what ->
    [velocity] la vitesse
    [mass] la masse
    [component] la composante
   *[position] la position
} vaut { $value } ; il faut { $range }
error-initial-parameter = `{ $key }` de l’état initial vaut { $value } ; il faut { $range }
error-no-bodies = il n’y a pas de corps à simuler : leur nombre doit être d’au moins 1
error-external = l’intégrateur { $integrator } ne fonctionne pas avec une force extérieure : choisissez-en un autre
error-external-range = { $key } du champ extérieur vaut { $value }, mais il doit être { $range }
error-external-frame = les corps de cette simulation sont calculés autour d’un point qui se déplace, et un champ agit autour de l’origine de leur fichier : démarrez la simulation avec le champ, par ses options ou dans le fichier de scène
error-external-period = un champ extérieur n’a pas sa place dans un espace périodique : omettez l’un des deux
error-cpu-integrator = { $integrator } ne tourne pas sur le CPU : prenez leapfrog-kdk ou un autre intégrateur fait d’impulsions et de dérives
error-no-threads = impossible de lancer des threads ({ $cause })
error-no-member = aucun membre de cette exécution ne peut calculer ses forces : choisissez-en d’autres avec --members, ou omettez l’option
    .window = aucun membre de cette exécution ne peut calculer ses forces : choisissez-en d’autres dans les réglages
error-no-mpi = ce programme a été compilé sans MPI : compilez-le avec --features mpi
error-no-mpirun = mpirun ne peut pas être lancé : installez un MPI, par exemple Open MPI
error-ranks-failed = mpirun s’est terminé sans résultat : { $cause }
notice-member-lost = { $member } ne calcule plus ({ $cause }) : les autres continuent sans lui
error-members = `{ $members }` ne nomme aucun membre : écrivez auto, gpu, processor, all ou une liste telle que 0,1 ou 0=3,processor=1 (adaptateurs par numéro, avec leurs parts)
error-path-empty = un trajet a besoin d’au moins une clé : écrivez [[path.key]] et en dessous `at`, ou omettez le trajet
error-path-later = `{ $key }` vaut { $value }, mais doit venir après la clé précédente, à { $last }
error-path-turns = `turns` va avec un trajet qui revient : ajoutez `loop`, le temps auquel il est de retour à sa première clé
error-path-target = `follow` s’arrête ici : ajoutez `target`, le point que la caméra regarde à la place
error-path-distance = `follow` n’est plus "light" : ajoutez `distance`, qui est maintenant une distance dans l’espace
error-range = `{ $key }` vaut { $value } ; il faut { $range }
error-setting-number = pour `{ $key }`, il faut { $range }
error-setting-optional = pour `{ $key }`, il faut { $range }, ou `{ $none }`
error-setting-switch = `{ $key }` est on (activé) ou off (désactivé)
error-setting-choice = `{ $key }` doit être parmi { $all }
error-color-range = `color_range` vaut [{ $low }, { $high }], mais il faut deux nombres supérieurs à 0, le second plus grand
error-follow-body = `follow` est le corps { $index }, mais les { $count } corps sont numérotés de 0 à { $last }
error-follow-unknown = { $error }, ou le numéro d’un corps
error-follow-number = les corps sont numérotés de 0 à { $last }, donc { $number } n’est pas un corps
error-not-classic = `faithful` est pour les préréglages classiques, mais l’état initial est `{ $kind }` : omettez `faithful`, ou donnez-lui la valeur false
error-scene-unknown = { $error } ; ou donnez le chemin d’un fichier de scène qui finit par .toml, ou d’une table de corps en .csv ou .txt
error-scene-no-key = la clé `{ $key }` n’existe pas ici : retirez-la
error-scene-key-missing = la clé `{ $key }` manque : ajoutez-la à cette table
error-scene-no-toml = ceci n’est pas du TOML : « { $message } »
error-scene-count-missing = la clé `count` manque : ajoutez-la, avec le nombre de corps
error-scene-most = `most` vaut { $most }, mais ce doit être un nombre de corps possible, au moins { $count }
error-scene-seed = `seed` vaut { $seed }, mais le plus grand est { $most }
error-scene-trail-length = `trail_length` est un nombre d’images, de 0 à 256, d’anciennes scènes : écrivez plutôt `trails`, en temps simulé
error-scene-initial = `initial` doit être une table : écrivez [initial] et en dessous son `kind`
error-scene-kind = [initial] a besoin d’un `kind`, parmi { $kinds }
error-scene-bodies = `kind` : `bodies` désigne des corps à vous, qu’un fichier de scène ne contient pas : donnez le fichier des corps ou une simulation enregistrée à la place de la scène, ou choisissez-en un autre
error-scene-component = `{ $key }` contient { $part }, mais les composantes sont numérotées de 0 à 31
error-scene-color-range = `color_range` vaut [{ $low }, { $high }], mais il faut deux nombres supérieurs à 0 (l’échelle est logarithmique), le second plus grand
error-video-size = { $format } n’accepte pas { $width }x{ $height } pixels : { $remedy }
error-caption = `{ $found }` ne représente rien : prenez {"{"}time{"}"}, {"{"}steps{"}"}, {"{"}scene{"}"}, ou du texte simple
error-gif-rate = GIF contient au plus 50 images par seconde, pas { $rate } : prenez `--fps 25` ou `--fps 50`, ou un nom qui se termine par .mp4
error-not-resumable = les points de reprise sont pour les vidéos .mp4 de l’encodeur intégré, pour .apng et pour les images : donnez un autre nom à --out, ou retirez --checkpoint
error-begun-other = le point de reprise est celui d’une autre sortie : prenez celui qui se trouve à côté d’elle
error-begun-changed = { $file } a changé depuis le point de reprise : supprimez les deux pour recommencer
error-frame-missing = { $file } manque, alors que le point de reprise le compte comme dessiné : remettez-le en place, ou supprimez le point de reprise pour recommencer
error-table-not-resumable = { $file } est un seul fichier pour tous les instants, qu’aucun autre processus ne peut continuer : donnez un nom qui finit par .hdf5, .tipsy, .ply ou .npz, avec un fichier par instant, ou retirez --checkpoint
error-table-no-forces = { $file } a ses propres colonnes pour tous les instants : pour les accélérations et les potentiels, donnez un nom qui finit par .hdf5, .ply ou .npz, ou retirez --forces
error-apng-rate = APNG ne peut pas contenir { $rate } images par seconde : prenez un nombre entier
error-no-ffmpeg = le codec { $codec } a besoin du programme ffmpeg ({ $cause }) : installez-le depuis ffmpeg.org ou les paquets de votre système, ou prenez `--codec h264`, qui s’en passe
error-ffmpeg-lacks = le codec { $codec } a besoin d’un ffmpeg avec { $encoder }, et celui du PATH n’en a pas : installez une version complète de ffmpeg.org, ou prenez `--codec h264`
error-no-alpha = { $path } ne peut pas contenir un ciel transparent : prenez .mov (ProRes, par ffmpeg), .apng, ou un dossier d’images
error-eight-bits = { $path } contient 8 bits par canal : omettez --depth et --format, ou donnez un dossier d’images
error-codec-of-file = { $path } ne peut pas contenir le codec { $codec } : prenez un nom qui se termine par .{ $endings }
error-codec-of-ending = un fichier .{ $ending } ne peut pas contenir le codec { $codec } : prenez un nom qui se termine par .{ $endings }
error-video-ending = { $path } n’a pas l’extension d’une vidéo : prenez .mp4, .mov, .mkv ou .webm, .gif ou .apng pour une boucle, ou aucune pour un dossier d’images
video-h264 = H.264 aux couleurs 4:2:0
video-this-codec = ce codec

# Corps de fichiers d’autres programmes.

error-import-unreadable = { $file } est illisible ({ $cause }) : vérifiez le chemin
error-import-lines = { $message } ({ $count ->
    [one] la ligne { $lines } est fautive aussi
   *[other] { $count } autres lignes sont fautives : { $lines }
})
import-not-text = ce n’est pas du texte en UTF-8 : enregistrez le fichier en UTF-8
import-not-utf8 = cela semble être du texte en { $encoding } : enregistrez le fichier en UTF-8
import-binary = c’est un fichier binaire, pas du texte : donnez un tableau de corps
import-packed = c’est une archive { $kind } : décompressez-la d’abord
import-other-kind = c’est un fichier { $kind }, pas un tableau en texte : exportez d’abord ses corps en texte
import-empty = il n’y a pas de corps : écrivez une ligne de nombres pour chacun
import-too-many = il y a { $count } corps, mais { $most } au plus sont possibles : retirez-en
import-column-twice = l’en-tête nomme deux fois la colonne `{ $column }` : renommez-en une
import-columns-missing = ces colonnes manquent : `{ $missing }` ; nommez toutes celles de `{ $all }` dans un en-tête ou par --columns
    .window = ces colonnes manquent : `{ $missing }` ; nommez toutes celles de `{ $all }` dans un en-tête
import-not-header = la première ligne, `{ $names }`, n’est ni une ligne de nombres ni un en-tête qui nomme les colonnes : { $why }
import-no-header = le nombre de colonnes est { $count }, et il n’y a pas d’en-tête : nommez-les dans une première ligne, dont `{ $all }`
import-units-mixed = les unités de l’en-tête doivent figurer aux sept colonnes ou à aucune, la même pour x, y et z, et la même pour vx, vy et vz, et celles d’un commentaire ne doivent pas les contredire
import-units = les unités `{ $units }` sont inconnues : donnez celles de longueur, de vitesse et de masse, comme `pc km/s Msun` (`Mpc` est un mégaparsec, `mpc` un milliparsec)
import-fields = le nombre de champs est { $count } au lieu de { $wanted } : complétez la ligne, ou mettez # devant pour l’omettre
import-not-number = `{ $field }` dans la colonne { $column } n’est pas un nombre : corrigez-le, ou mettez # devant la ligne pour l’omettre
import-not-finite = `{ $field }` dans la colonne { $column } n’est pas un nombre fini : corrigez-le, ou mettez # devant la ligne pour l’omettre
import-too-small = `{ $field }` dans la colonne { $column } est plus petit que ne le permet la double précision : écrivez 0, ou changez d’unités
import-ambiguous = le signe dans `{ $field }` dans la colonne { $column } peut précéder des décimales ou séparer des milliers : écrivez tous les nombres avec un point décimal et rien entre les milliers
import-negative = la masse est { $field }, mais elle doit être positive ou nulle : corrigez-la, ou mettez # devant la ligne pour l’omettre
import-no-moment = il n’y a pas d’instant { $number }, car le nombre d’instants est { $count } : donnez-en un de 1 à { $count }, ou `last`
import-no-series = rien n’indique une série d’instants : omettez --at, ou nommez `t` la colonne des temps dans un en-tête ou par --columns
import-doubt-time = la colonne `{ $column }` a { $count } temps ou pas différents, ce qui semble être une série d’instants
import-doubt-identity = la colonne `{ $column }` nomme les mêmes corps jusqu’à { $count } fois, ce qui semble être une série d’instants
import-doubt-blocks = les lignes viennent en { $count } blocs de { $bodies }, ce qui semble être une série d’instants
import-doubt-place = un corps revient au même endroit dans chacune de { $count } parties des lignes, ce qui semble être une série de { $count } instants de { $bodies } corps
import-doubt-no-header = le nombre de colonnes est { $count }, et il n’y a pas d’en-tête, de sorte qu’il faut deviner : { $guess }
import-doubt-names = il n’y a pas d’en-tête lisible, mais un commentaire à partir de la ligne { $line } semble nommer des colonnes
import-doubt-negative = la dernière de sept colonnes sans en-tête, d’habitude la masse, a des nombres négatifs
import-doubt-massless = la dernière de sept colonnes sans en-tête, d’habitude la masse, est 0 à chaque ligne
import-doubt-constant = la première de sept colonnes sans en-tête, d’habitude x, est la même à chaque ligne, comme les masses et les temps
import-doubt-increasing = la première de sept colonnes sans en-tête, d’habitude x, ne fait que croître, comme les temps et les numéros de corps
import-doubt-kilograms = aucune unité n’est donnée, et une masse de { $mass } semble être en kilogrammes, comme dans "m m/s kg" ou "km km/s kg", ce qui ne convient pas à G = 1
import-doubt-units = aucune unité n’est donnée, et avec G = 1 ces corps ne seraient pas un système lié, comme ils le seraient en { $units }
import-doubt-snapshots = le fichier contient { $count } instantanés
import-doubt-usual = le fichier n’indique pas ses unités ; sont possibles aussi bien G = 1 que celles d’usage du format, { $units }
import-no-types = un tableau n’a pas de types de corps : omettez --component
import-none-taken = aucun corps n’est à cette distance du point : donnez à --within un rayon plus grand ou un autre point
import-short-series = un film demande au moins deux instantanés : indiquez un dossier, un motif entre guillemets comme 'snap_*.hdf5' ou un fichier qui en contient plusieurs
import-no-ids = les instantanés n’ont pas d’identifiants, et { $before } corps sont suivis de { $after } : rien ne dit lequel est lequel
import-doubt-comment = le commentaire de la ligne { $line } semble nommer des unités, `{ $units }`, mais pas à la manière de `# units: pc km/s Msun`
import-doubt-column-units = la colonne `{ $column }` semble nommer des unités, `{ $units }`, ce qui ne dit pas lesquelles sont celles des autres colonnes
import-remedy-columns = dites quelle colonne est laquelle dans un en-tête ou par --columns, comme --columns m,x,y,z,vx,vy,vz, avec - pour en omettre une
import-remedy-moment = dites lequel est voulu par --at last, par --at et son numéro à partir de 1, ou par --at all si chaque ligne est un corps
import-remedy-units = dites ce que mesurent les nombres par --units "LONGUEUR VITESSE MASSE", ou --units none pour G = 1
error-import-doubt = { $reason } : { $remedy }
import-size = les corps vont jusqu’à { $size }, mais la caméra montre de { $least } à { $most } : dites ce que mesurent les nombres, comme `# units: m m/s kg`
import-mass = la masse de tous les corps est { $mass }, mais la simple précision convient de { $min } à { $max } : dites ce que mesurent les nombres, comme `# units: m m/s kg`
import-description = { $count ->
    [one] Un corps
   *[other] { $count } corps
} du fichier { $file }.
import-inaccuracies = Le pas de temps, l’adoucissement, la durée et la vue découlent du nombre, des tailles et des vitesses des corps. Ils ne conviennent pas forcément à ce que sont ces corps : vérifiez-les à l’erreur de l’énergie.
own-integrator = intégrateur { $name } en { $precision } : { $why }
own-integrator-orbits = un corps pèse cent fois plus que les autres, et ceux-ci se déplacent sur des orbites autour de lui, loin les uns des autres
own-integrator-followed = si peu de corps sont suivis à travers chaque rencontre, par des pas qu’il divise
own-integrator-resolved = d’ordre quatre, car il faut résoudre des orbites isolées
own-integrator-many = l’usuel pour de nombreux corps
own-softening = adoucissement { $length } : { $why }
own-softening-few = aucun, car si peu de corps sont suivis un à un ; des rencontres plus proches que maintenant demandent des pas plus courts ou l’intégrateur ias15
own-softening-followed = aucun, car les rencontres sont résolues, si proches soient-elles
own-softening-light = aucun, car presque aucun des corps n’en attire d’autres
own-softening-double = un centième du rayon qui contient la moitié des corps, car deux d’entre eux sont au même endroit
own-softening-neighbors = un quart de la médiane des distances entre voisins, { $length }
own-softening-orbit = un centième de la plus petite distance d’une orbite autour d’un corps lourd, { $length }
own-softening-unresolved = ce que le pas de temps résout, car des orbites mènent plus près d’un corps lourd
own-softening-place = d’après les seules vitesses, car les corps sont au même endroit
own-step = pas de temps { $time } : { $why }
own-step-orbit = 1/{ $parts } de la plus courte période orbitale, { $time }
own-step-crossing = 1/{ $parts } du temps nécessaire pour traverser l’adoucissement à la vitesse typique, { $time }
own-step-collapse = 1/{ $parts } du temps dans lequel le système change dans son ensemble, { $time }, car les corps sont lents et s’effondreront à { $part } fois leur taille
own-step-pair = 1/{ $parts } de la période orbitale de deux des corps les plus lourds à la distance de l’adoucissement, { $time }
own-step-whole = 1/{ $parts } du temps dans lequel le système change dans son ensemble, { $time } : √(r³/(G m)) pour le rayon r qui contient la moitié des corps
own-step-floor = { $step } ; certaines orbites mènent plus près que ce qu’il résout : vérifiez l’erreur de l’énergie

# What a number must be.

range-finite = un nombre fini
range-finite-single = un nombre fini en simple précision (au plus 3.4e38)
range-not-negative = 0 ou plus
range-component = au plus { $most } en simple précision
range-scale = un nombre supérieur à 0, de 1e-6 à 1e6
range-positive = un nombre fini supérieur à 0, au plus { $most }
range-within = un nombre de { $least } à { $most }
range-up-to = un nombre de 0 à { $most }, c’est-à-dire jusqu’à { $value }
range-orbit = une distance de l’orbite, du péricentre { $least } à l’apocentre { $most }
range-planets = un nombre entier de 1 à { $most }

# What a kernel or an adapter lacks, and what to use instead.

missing-single-precision = il ne calcule qu’en simple précision
missing-loops = le pilote arrête les boucles après { $limit } itérations
missing-loops-and-memory = le pilote arrête les boucles après { $limit } itérations, et la mémoire n’a pas de place pour plus de sommes partielles
missing-subgroups = il a besoin de sous-groupes
missing-subgroups-of-one-size = il a besoin de sous-groupes d’une seule taille
missing-subgroups-of-sizes = il a besoin de sous-groupes d’une seule taille, de { $least } à { $most }
missing-subgroups-and-memory = il a besoin de sous-groupes d’une seule taille (8, 16 ou 32 threads) et de 16 KiB de mémoire par groupe de travail
missing-memory-for-sums = la mémoire n’a pas de place pour les sommes
missing-atomic-floats = il a besoin de sommes atomiques de flottants
missing-uniform-buffers = il a besoin de tampons uniform plus grands
missing-features = il y manque { $features }
missing-fft-length = il n'a pas de lignes de { $length } éléments
missing-double = il y manque la double précision (SHADER_F64)
missing-precision = il n’a pas de kernel en { $precision }
missing-tree-in-double = un arbre somme en simple précision
missing-tree-jerks = un arbre ne connaît pas la variation des accélérations
missing-tree-room = un arbre de { $count } corps est trop grand pour ses tampons, où tiennent { $most } corps
missing-region-room = une région de { $count } corps est trop grande pour ses tampons, où tiennent { $most } corps
missing-mesh-portions = plusieurs membres ne peuvent pas se partager une grille
missing-fast-math = WGSL n’a pas d’option de calcul rapide
missing-bodies = il n’y a pas de corps
missing-softening = sans adoucissement, des corps au même endroit diviseraient par zéro
missing-watchdog-bodies = plus de { $most } corps occuperaient un thread jusqu’à ce que le chien de garde du pilote l’arrête
missing-watchdog-elements = plus de { $most } éléments occuperaient un thread jusqu’à ce que le chien de garde du pilote l’arrête
missing-dispatch = un lancement a au plus { $most } groupes de travail de 256 corps
missing-workgroups = il lui faudrait { $groups } groupes de travail d’affilée, mais l’adaptateur en permet { $limit }
missing-threads = il y a { $threads } threads
missing-keys = il trie au plus { $most } clés
missing-keys-in-workgroup = son unique groupe de travail contient { $most } clés, et il y en a { $count }
missing-operator = il ne fait que des sommes préfixes, pas avec { $operator }
missing-wide-keys = il ne trie que des clés de 32 bits
missing-unrolled = ses niveaux sont écrits pour des groupes de travail de 128 threads
missing-power-of-two = { $threads } n’est pas une puissance de deux de 32 à 1024
missing-workgroup-size = ses groupes de travail ont au plus { $most } threads
missing-whole-subgroup = { $threads } threads font moins qu’un sous-groupe
missing-launches = plus de { $most } lancements durent des minutes
missing-software = cette machine n’a pas d’adaptateur logiciel
missing-one-thread = lavapipe tourne sur tous les threads, et le programme du texte sur un seul
remedy-precision-or-auto = la précision f32 ou f32+, ou un autre kernel comme auto
remedy-precision-or-direct = la précision f32 ou f32+, ou la somme directe
remedy-integrator = un autre intégrateur que hermite-4
remedy-fewer-bodies = moins de corps
remedy-mesh-alone = --members gpu, ou une autre gravité
remedy-fewer-bodies-or-integrator = moins de corps, ou un autre intégrateur que hermite-4
remedy-fewer-bodies-or-auto = moins de corps, ou un autre kernel comme auto
remedy-fewer-bodies-or-rung = moins de corps, ou un autre échelon
remedy-fewer-elements-or-auto = moins d’éléments, ou un autre kernel comme auto
remedy-fewer-keys-or-auto = moins de clés, ou un autre kernel comme auto
remedy-fewer-launches = moins de lancements
remedy-fewer-threads = moins de threads
remedy-threads-per-workgroup = plus de threads par groupe de travail
remedy-workgroups = des groupes de travail de 128 threads
remedy-rung = un autre échelon
remedy-adapter = un autre adaptateur
remedy-adapter-or-auto = un autre adaptateur, ou un autre kernel comme auto
remedy-adapter-or-single = un autre adaptateur, ou la simple précision
remedy-single-or-last-rung = la précision f32, ou rung-10 en f64
remedy-auto = un autre kernel comme auto
remedy-side = un autre nombre de points, ou un autre kernel
remedy-tree-size = ce nombre de corps ou moins, des feuilles plus grandes, ou la somme directe
remedy-region-size = plus de régions
remedy-numbers = des nombres de 32 bits
remedy-single-or-double = la précision f32 ou f64
remedy-body = au moins un corps
remedy-softening = un adoucissement d’au moins 1e-10
remedy-lavapipe = lavapipe de Mesa
remedy-one-thread = LP_NUM_THREADS=1 dans l’environnement
remedy-sides = les côtés vont jusqu’à { $most }
remedy-even-sides = la largeur et la hauteur doivent être paires, comme { $width }x{ $height }
remedy-sides-of-h264 = l’encodeur accepte des côtés de { $least } à { $width }x{ $height }, en hauteur aussi ; les plus grands demandent `--codec hevc`

# What a name is that nothing has.

noun-key = clé
noun-value = valeur
noun-word = mot
noun-scene = scène
noun-initial-state = état initial
noun-integrator = intégrateur
noun-way-to-drive-members = façon de mener les membres
noun-member = membre
noun-force-law = loi de force
noun-precision = précision
noun-kernel = kernel
noun-rotation-law = loi de rotation
noun-apsis = apside
noun-configuration = configuration
noun-system-of-units = système d’unités
noun-style = style
noun-colour-map = palette
noun-colour-by-value = grandeur des couleurs
noun-column = colonne
noun-component = composante
noun-experiment = expérience
noun-break = partie à retirer
noun-kernel-of-the-workbench = kernel de l’établi
noun-kind-of-question = type de question
noun-block = bloc
noun-page = page
noun-plot = graphique
noun-overlay = surimpression
noun-part-of-the-side-panel = partie du panneau latéral

# A value of the wrong kind in a file.

toml-key = `{ $key }` : { $message }
toml-expected = il faut { $wanted }, pas { $found }
toml-a-text = un texte entre guillemets
toml-a-switch = true ou false
toml-a-number = un nombre
toml-found-text = le texte { $value }
toml-found-value = la valeur { $value }
toml-found-list = une liste
toml-found-table = une table
toml-found-count = { $count } valeurs
toml-a-list = une liste
toml-a-table = une table
toml-a-list-of-numbers = une liste de { $count } nombres
toml-a-whole-number = un nombre entier de { $least } à { $most }

# Mistakes in a lesson's file.

error-lesson-file = { $file }, ligne { $line } : { $cause }
error-lesson-long = une leçon a au plus { $most } octets, et ce fichier en a { $length } : divisez-le
error-lesson-head = une leçon commence par `+++`, son titre, ses minutes et ses objectifs en TOML (title, minutes, aims), puis encore `+++`
error-lesson-head-end = le TOML du début ne finit pas : mettez `+++` après
error-lesson-before-card = il y a du texte avant la première fiche : commencez-la par `# ` et un titre
error-lesson-no-card = il faut une fiche à une leçon : une ligne qui commence par `# `
error-lesson-minutes = les fiches durent { $cards } minutes, et la leçon { $lesson } : changez l’un ou l’autre
error-lesson-title = le titre compte { $letters } lettres ; une page en contient { $most } au plus
error-lesson-block-end = le bloc { $block } ne finit pas : mettez ``` après, seul sur une ligne
error-lesson-recall = aucune fiche avant celle-ci n’a de prédiction `{ $name }`
error-lesson-control = il n’y a ni commande ni choix `{ $key }` : prenez la clé de son texte dans assets/words/en
error-lesson-needs-bench = il faut à `{ $key }` un kernel de l’établi : ajoutez `bench`
error-lesson-two = une fiche montre une expérience ou un kernel : enlevez `experiment` ou `bench`
error-lesson-exercise = `{ $bench }` a les exercices 1 à { $count }, pas { $number }
error-lesson-number = { $key } vaut { $value } ; il faut { $range }
error-lesson-card-minutes = un nombre supérieur à 0, jusqu’à 600
error-lesson-above-zero = un nombre supérieur à 0
error-lesson-for-scene = count est pour une scène : ajoutez `scene`
error-lesson-count = count vaut { $count } : { $cause }
error-lesson-for-experiment = { $key } est pour une expérience : ajoutez `experiment`
error-lesson-no-drawings = { $key } vaut { $number }, mais { $name } n’a pas de dessins : enlevez-le
error-lesson-one-drawing = drawing vaut { $number }, mais { $name } n’a qu’un dessin : enlevez-le
error-lesson-drawings = drawing vaut { $number }, mais { $name } a les dessins 1 à { $count }
error-lesson-size = size vaut { $size }, mais ce dessin existe en { $sizes }
error-lesson-wait-never = wait avec { $key } = false n’attendrait rien : écrivez { $key } = true
error-lesson-wait-number = wait a { $wait } ; il faut un nombre supérieur à 0
error-lesson-wait-nothing = il faut une commande à wait avec set, comme physics-softening = 0.1
error-lesson-wait-infinite = wait a `{ $key }` = { $number }, qui n’est pas un nombre
error-lesson-wait-range = wait a `{ $key }` = { $range }, mais un intervalle commence par sa borne inférieure
error-lesson-options = options en a moins de deux : ajoutez-en une
error-lesson-right = right vaut { $right }, mais les options vont de 1 à { $count }
error-lesson-answer = answer vaut { $answer }, qui n’est pas un nombre
error-lesson-range = range commence par sa borne inférieure
error-lesson-wrong = wrong a `{ $answer }` : { $cause }
error-lesson-wrong-twice = elle y est deux fois
error-lesson-wrong-reason = elle n’a pas d’explication
error-lesson-option = les options vont de 1 à { $count }
error-lesson-option-right = cette option est juste
error-lesson-finite = il faut un nombre fini
error-lesson-number-right = ce nombre compte comme juste
error-lesson-a-range-first = un intervalle commence par sa borne inférieure
error-lesson-range-right = une partie de cet intervalle est juste
error-lesson-shown = ce bloc serait montré comme du code : commencez-le au début d’une ligne par ```{ $name } et rien d’autre
error-lesson-torn = ce `{ $sign }` est montré comme du texte : une formule finit par `{ $sign }`, et chacun de ses `{"{"}` a un `{"}"}` ; le signe pour l’argent est `\{ $sign }`
error-lesson-html = les fiches n’ont pas de HTML : écrivez du Markdown
error-lesson-picture = `{ $path }` n’est pas une image : l’image d’une scène est `![ce qu’elle montre](scene:shell)`
error-lesson-grid = une grille est fausse : { $message }
error-lesson-grid-columns = une grille a de 1 à { $most } colonnes, pas { $count }
error-lesson-grid-rows = une grille a de 1 à { $most } lignes, pas { $count }
error-lesson-formula-letter = `{ $letter }` inattendu dans la formule `{ $formula }`
error-lesson-formula-brace = une formule finit avant son `{"}"}`
error-lesson-formula-base = une formule n’a rien avant son `{ $sign }`
error-lesson-formula-twice = une formule a `{ $sign }` deux fois au même endroit : mettez {"{"} {"}"} autour du premier
error-lesson-formula-deep = une formule a plus de { $most } niveaux de parties imbriquées : écrivez-la en plusieurs
error-lesson-formula-end = une formule finit trop tôt
error-lesson-formula-close = `{"}"}` inattendu dans une formule
error-lesson-formula-words = il faut à `\text` des mots entre {"{"} {"}"}
error-lesson-formula-name = après un `\` dans une formule doit venir le nom d’un signe, par exemple \pi
error-lesson-formula-command = les formules ne connaissent pas `\{ $name }` : écrivez le signe même, ou \text{"{"}{ $name }{"}"}
error-lesson-missing = { $key } manque : ajoutez-le
error-lesson-a-list = une liste comme ["a", "b"]
error-lesson-a-table = une table comme {"{"} key = 1 {"}"}
error-lesson-a-reason = une table comme {"{"} answer = 1, reason = "why" {"}"}
error-lesson-a-range = un intervalle comme [0.1, 0.3]
error-lesson-a-place = un nombre entier à partir de 0
error-lesson-condition = une fiche attend une seule chose, comme {"{"} time = 3 {"}"}, {"{"} answer = true {"}"} ou {"{"} set = {"{"} physics-softening = 0.1 {"}"} {"}"}
error-lesson-goal = une commande est mise sur un nombre, un intervalle comme [0.1, 0.3], true, false ou la clé d’un choix

# What is wrong with a kernel on the workbench, how its process ended, and what went wrong beside it.

fault-long = le texte fait { $bytes } octets ; { $most } au plus sont permis
fault-brackets = plus de { $most } parenthèses sont ouvertes ici
fault-compiler = le compilateur lui-même échoue sur ce texte
fault-said = le compilateur dit « { $message } »
fault-type = ceci occupe { $bytes } octets ; un type peut en occuper { $most } sur l’établi
fault-type-huge = ceci occupe 4 Gio ou plus ; un type peut occuper { $most } octets sur l’établi
fault-variables = les variables d’un thread occupent { $bytes } octets ; { $most } au plus sont permis
fault-binding = @binding({ $number }) est `{ $is }`, mais doit être `{ $must }`, comme dans l’original
fault-binding-unknown = @group({ $group }) @binding({ $number }) ne contient rien : l’original n’a pas cette liaison
fault-binding-twice = @binding({ $number }) figure deux fois
fault-binding-missing = @binding({ $number }), `{ $name }` dans l’original, manque
fault-override = `override { $name }` ne reçoit pas de valeur ici : utilisez `const`
fault-entry = il n’y a pas de `@compute @workgroup_size(…) fn { $name }`, par lequel l’établi commence
fault-threads = un groupe de travail a { $threads } threads ; l’adaptateur en permet de 1 à { $most }
fault-sides = un groupe de travail mesure { $sides } threads ; l’adaptateur permet { $most }
fault-memory = le kernel demande { $bytes } octets de mémoire de groupe de travail, mais l’adaptateur en permet { $most }
workbench-watchdog = sa surveillance a échoué
workbench-late = il n’a pas commencé en { $seconds } s
workbench-signal = signal { $number }
workbench-exit-code = code de sortie { $code }
workbench-no-bench = il n’y a pas de kernel `{ $name }` sur l’établi
error-chart = impossible de dessiner le graphique : { $cause }
error-chart-size = son image aurait { $width } sur { $height } pixels
error-wrong = { $bench } : { $kernel } donne des résultats faux sur { $adapter } ({ $what }), sa vitesse ne veut donc rien dire ; mettez le pilote à jour ou signalez l’erreur
encoder-ffmpeg = ffmpeg dit « { $message } »
encoder-ffmpeg-silent = ffmpeg s’est terminé sans dire pourquoi
encoder-ffmpeg-empty = ffmpeg s’est terminé sans erreur, mais n’a pas écrit de vidéo
encoder-panicked = un thread s’est interrompu
encoder-no-frames = il n’y a pas d’images
encoder-ended = elle est déjà terminée
encoder-other-size = une image n’a pas la taille de la vidéo
error-recipe-unreadable = impossible de lire { $file } ({ $cause }) : vérifiez le chemin
error-recipe-unreadable-text = impossible de lire { $file } ({ $cause }) : prenez-en une autre copie
error-recipe-missing = { $file } ne dit pas comment il a été fait : prenez une image ou une vidéo faite par Starshell après la 0.3.0, ou le fichier .toml à côté
error-recipe = la recette de { $file } n’est pas valide : { $message }
words-said = « { $message } »
report-experiments = il a { $count } expériences, mais { $most } au plus peuvent être montrées
report-ends = il finit trop tôt
report-twice = il a { $experiment } deux fois : retirez-en une
report-results = { $experiment } a { $count } résultats, mais { $most } au plus peuvent être montrés
report-number = { $name } de { $variant } dans { $experiment } vaut { $value }, ce qu’aucune mesure ne donne
report-text = le nom d’un résultat dans { $experiment } compte { $letters } lettres ; { $most } au plus peuvent être affichées

# Matrices creuses.

error-sparse-empty = une matrice de { $rows } lignes et { $columns } colonnes n’a pas d’éléments : donnez au moins une ligne et une colonne
error-sparse-too-large = une matrice de { $rows } lignes, { $columns } colonnes et { $nonzeros } éléments non nuls est trop grande : les lignes et les éléments ensemble, et les colonnes, peuvent être 2147483648 au plus, et aucune place ne peut être prise deux fois
error-sparse-pointers = une matrice de { $rows } lignes demande { $wanted } pointeurs de ligne, et il y en a { $count } : donnez-en un par ligne et, à la fin, le nombre d’éléments non nuls
error-sparse-values = il y a { $columns } indices de colonne pour { $values } valeurs : donnez-en un pour chacune
error-sparse-ends = les pointeurs de ligne vont de { $first } à { $last }, mais il y a { $nonzeros } éléments non nuls : le premier doit être 0 et le dernier leur nombre
error-sparse-falls = la ligne { $row } de la matrice commence à { $first } et finit avant, à { $end } : les pointeurs de ligne ne doivent pas décroître
error-sparse-past-end = { $place } est à la ligne { $row } et à la colonne { $column } d’une matrice de { $rows } lignes et { $columns } colonnes, comptées à partir de 1 : gardez-le à l’intérieur
error-sparse-range = les nombres de la ligne { $row }, ou la somme de leurs valeurs absolues, sont trop grands pour { $precision } : réduisez l’échelle de la matrice, ou calculez en f64
error-sparse-no-room = il n’y a pas de mémoire pour une matrice de { $rows } lignes, { $columns } colonnes et { $nonzeros } éléments non nuls : rendez-la plus petite
sparse-nonzero = l’élément { $place }
sparse-triangle = un sommet du triangle { $place }
at-line = ligne { $line } : { $what }
market-unreadable = elle est illisible ({ $reason })
market-long = elle a plus de { $most } octets, ce n’est donc pas une ligne de nombres
market-header = la première ligne d’un fichier Matrix Market doit ressembler à « %%MatrixMarket matrix coordinate real general », et non à « { $found } »
market-kind = les matrices du genre « { $kind } » ne peuvent pas être lues : donnez des coordonnées, avec des valeurs real, integer ou pattern, general, symmetric ou skew-symmetric
market-size = il faut ici les nombres de lignes, de colonnes et d’entrées
market-not-square = une matrice symétrique de { $rows } lignes ne peut pas avoir { $columns } colonnes : rendez-la carrée ou general
market-fewer = le fichier finit après { $count } entrées sur { $wanted } : prenez-en une autre copie
market-more = il y a plus d’entrées que les { $wanted } annoncées : corrigez la ligne de la taille
market-entry = il faut ici une entrée : ligne, colonne et une valeur finie
market-pattern-entry = il faut ici une entrée d’un motif : ligne et colonne
market-past-end = l’entrée de la ligne { $row } et de la colonne { $column } est hors de la matrice de { $rows } lignes et { $columns } colonnes : comptez les deux à partir de 1, ou corrigez la ligne de la taille
market-both-halves = l’entrée de la ligne { $row } et de la colonne { $column } est de l’autre côté de la diagonale que les précédentes : donnez une moitié d’une matrice symétrique, ou appelez-la general
market-skew-diagonal = une matrice antisymétrique n’a rien sur sa diagonale : omettez l’entrée
error-solver-not-square = un système de { $rows } équations à { $columns } inconnues ne se résout pas par gradients conjugués : donnez une matrice carrée
error-solver-not-symmetric = l’élément de la ligne { $row } et de la colonne { $column } diffère de celui de l’autre côté de la diagonale : les gradients conjugués demandent une matrice symétrique
error-solver-diagonal = l’élément diagonal de la ligne { $row } n’est pas positif : les gradients conjugués demandent une matrice définie positive
error-solver-tolerance = une tolérance de { $tolerance } ne peut être atteinte en { $precision }, dont les arrondis sont plus grands : donnez { $least } ou plus, ou calculez en f64
error-solver-not-reached = après { $iterations ->
    [one] { $iterations } itération
   *[other] { $iterations } itérations
}, le résidu est { $residual } au lieu de { $tolerance }, car les arrondis cachent ce qui reste : donnez une tolérance plus grande, ou calculez en f64
error-solver-broken = après { $iterations ->
    [one] { $iterations } itération
   *[other] { $iterations } itérations
}, la matrice s’est révélée ne pas être définie positive, ou des nombres sont sortis de leur domaine : vérifiez son signe, ou calculez en double précision

# Pourquoi un calcul devient faux. Une phrase comme `à t = 1,5, l’énergie a changé de 7 % :` les précède.
cause-units = les vitesses valent { $ratio } fois celles que la gravité produit avec ces masses et ces distances pour G = 1, donc leurs unités ne vont pas ensemble
cause-range = des positions ou vitesses jusqu’à { $largest } sont trop grandes pour la simple précision, qui ne peut contenir leurs carrés ; prenez des unités plus grandes
cause-precision = les positions ont trop peu de chiffres, car les nombres voisins sont distants de { $spacing } là où sont la plupart des corps, et un pas les déplace de { $moved }
cause-time-step = le pas de temps est trop long
cause-encounter = les corps s’approchent plus que les pas ne le résolvent
cause-integrator = l’ordre de l’intégrateur est trop bas
cause-forces = les forces de l’arbre ou de la grille sont trop inexactes pour ces corps
cause-unknown = dans un essai, ni des pas plus courts, ni plus de chiffres, ni un adoucissement plus long n’ont aidé
cause-not-reproduced = un essai en double précision commencé peu avant a conservé l’énergie, donc la cause est inconnue
cause-untested = les pas sont trop nombreux pour mettre la cause à l’essai
diagnosis-told = { $cause } ; { $test }
diagnosis-helps = dans un essai de { $steps } pas, { $remedy } a ramené l’erreur de { $before } % à { $after } %
diagnosis-helps-infinite = dans un essai de { $steps } pas, { $remedy } a gardé tous les nombres finis, avec une erreur de { $after } %
diagnosis-helps-too = , { $remedy } à { $after } %

# Une classe sur ses téléphones.
class-error-address = une classe ne peut être à { $address } : donnez l’adresse de cette machine sur le réseau, par exemple 192.168.1.20
class-error-listen = impossible d’ouvrir une classe à { $address } : { $cause } ; donnez une autre adresse de cette machine, ou un autre port après deux-points
