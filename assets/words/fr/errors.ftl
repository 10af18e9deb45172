# Errors, in the order of the English table.

error-no-adapter = aucun adaptateur graphique trouvé : installez un pilote Vulkan pour votre GPU, ou le moteur de rendu logiciel Mesa lavapipe (Debian, Ubuntu : apt install mesa-vulkan-drivers libvulkan1)
error-no-such-adapter = aucun adaptateur ne correspond à `{ $wanted }` : choisissez par numéro ou par une partie du nom parmi { $adapters }
error-no-surface = aucun adaptateur graphique ne peut afficher sur cet écran (trouvés : { $adapters }) : installez le pilote de l’écran, ou calculez sans fenêtre avec `starshell render`
error-no-device = l’adaptateur { $adapter } n’a pas pu être ouvert ({ $reason }) ; mettez son pilote à jour, ou choisissez-en un autre avec --adapter
error-too-large = { $what } prendrait { $bytes } octets, mais { $adapter } en permet { $limit } au plus ; prenez moins de corps ou d’éléments, ou une image plus petite
error-out-of-memory = { $adapter } n’a plus de mémoire ({ $what }) ; prenez moins de corps ou d’éléments, ou une image plus petite, ou fermez d’autres programmes
error-lost = la connexion au GPU est perdue ({ $cause }) ; si le chien de garde du pilote l’a réinitialisé, prenez moins de corps ou moins de pas par image
error-driver = le pilote du GPU signale une erreur : { $cause }
error-unwritable = impossible d’écrire { $path } ({ $cause })
error-picture-on-adapter = une image de { $width }x{ $height } pixels n’est pas possible : sur { $adapter }, chaque côté doit aller de 1 à { $limit }
error-picture-size = une image de { $width }x{ $height } pixels n’est pas possible : chaque côté doit aller de 1 à 16384
error-samples = { $samples } échantillons par côté de pixel ne sont pas possibles : 1 à 4 le sont
error-no-place = { $error } : choisissez un autre endroit, ou libérez de la place
error-picture-memory = les images demandent environ { $mebibytes } Mio de mémoire à la fois, plus qu’il n’y en a de libre : prenez moins d’images, ou de plus petites
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
error-own-bodies = une simulation avec les corps propres d’un programme ne peut pas être enregistrée, car aucun fichier de scène ne décrit son début
error-scene-unreadable = le fichier de scène { $file } ne peut pas être lu ({ $cause }) : vérifiez le chemin et que c’est un fichier texte en UTF-8
error-no-report = { $path } n’est pas un rapport de `starshell lab --json` ({ $cause })
error-too-many-for-cpu = { $count } corps sont trop pour sommer toutes les paires sur un CPU : prenez-en moins, jusqu’à { $most }, ou le kernel `tree`
error-too-many-for-tree = { $count } corps sont trop pour un arbre sur un CPU : prenez-en moins, jusqu’à { $most }
error-no-elements = le nombre est 0 : donnez un nombre d’au moins 1
error-no-double = l’adaptateur { $adapter } n’a pas de double précision (SHADER_F64), donc { $wanted } ne peut pas y tourner : prenez { $remedy }, ou un autre adaptateur
error-count-zero = count vaut 0, mais une scène a besoin d’au moins 1 corps : donnez à count une valeur d’au moins 1
error-count-too-many = count vaut { $count }, mais { $most } corps au plus sont possibles : donnez à count cette valeur ou moins
error-count-fixed = count vaut { $count }, mais l’état initial `{ $kind }` a exactement { $fixed } corps : donnez à count la valeur { $fixed }, ou omettez-le
