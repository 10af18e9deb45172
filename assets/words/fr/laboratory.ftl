# The laboratory: experiments, charts and tables, drawings, the workbench.

# Experiments, by name

experiment-workgroup-size-title = Threads par groupe de travail
experiment-workgroup-size-about = Les mêmes threads avec le même travail, en groupes de travail de 1 à 1 024. Un groupe de travail qui a moins de threads qu’un sous-groupe n’a de voies laisse les autres inactives : un thread par groupe de travail en gaspille 31 sur 32 sur les GPU de NVIDIA. À partir de là, un multiprocesseur accueille un nombre limité de groupes de travail, donc les petits ne le remplissent pas. Au-delà de 128 ou 256, la taille ne compte guère, sauf que les derniers groupes d’un lancement finissent d’autant plus tard qu’ils sont grands. n est le nombre de threads.
experiment-block-scaling-title = Toujours plus de groupes de travail
experiment-block-scaling-about = Chaque groupe de travail de 256 threads a le même travail. Quelques-uns durent autant qu’un seul, car chacun reçoit son propre multiprocesseur et les autres sont inactifs. Dès que chaque multiprocesseur en a un, le suivant doit partager : le temps monte d’une marche, reste, et remonte quand il y en a un de plus que le double. Un lancement demande donc beaucoup de groupes de travail, plusieurs fois le nombre de multiprocesseurs, ou un nombre qui les remplit juste.
experiment-block-scaling-difference-1 = n est le nombre de groupes de travail.
experiment-block-scaling-difference-2 = Un adaptateur logiciel a un multiprocesseur par cœur du processeur, et les autres tâches du système le dérangent.
experiment-occupancy-title = Cacher la latence
experiment-occupancy-about = Chaque thread suit une chaîne à travers la mémoire : il ne peut continuer à lire avant l’arrivée du dernier mot, qui prend des centaines de cycles. Un multiprocesseur cache cette attente en exécutant entre-temps d’autres sous-groupes, autant qu’il en accueille. Ici, chaque groupe de travail de 64 threads occupe de plus en plus de mémoire de groupe sans l’utiliser : il en tient donc moins à la fois, et l’attente est moins bien cachée. Au-delà d’une certaine quantité, deux fois plus de mémoire prend deux fois plus de temps. Les registres limitent le nombre de la même façon. n est le nombre de threads.
experiment-occupancy-difference-1 = Un adaptateur logiciel exécute sur chaque cœur un groupe de travail après l’autre et ne cache rien : la quantité ne fait donc aucune différence.
experiment-launches-title = Le coût d’un lancement
experiment-launches-about = Des kernels à un seul thread qui compte : ce qui prend du temps est de les lancer. Un seul coûte l’aller et retour au GPU, des dizaines de microsecondes. Beaucoup dans une même passe se suivent sur le GPU en quelques-unes, car chacun n’attend que ce que le précédent a écrit. Les passes ajoutent peu. Chaque soumission coûte le travail du pilote, et attendre après chacune coûte chaque fois tout le trajet. C’est pourquoi Starshell enregistre beaucoup de pas dans une seule soumission.
experiment-launches-difference-1 = C’est l’horloge de l’hôte : enregistrer, soumettre, exécuter et attendre comptent tous.
experiment-coalescing-title = Lectures coalescées
experiment-coalescing-about = Chaque mot d’un grand tampon est lu une fois, dans différents ordres. La mémoire se déplace par lignes de 32 à 128 octets. Avec un écart de 1, les threads d’un sous-groupe lisent quelques lignes entières. Plus les mots de threads voisins sont éloignés, plus ils touchent de lignes, et moins ils utilisent de chacune avant que les caches ne la perdent : la vitesse tombe à un huitième ou moins, puis ne baisse plus, car il ne peut y avoir plus d’une ligne par mot. Un ordre aléatoire est aussi mauvais, et déjoue en plus tout ce qui devine la suite. n est le nombre de mots, arrondi vers le bas à une puissance de deux.
experiment-coalescing-difference-1 = La vitesse compte les mots lus, et non les lignes déplacées pour eux.
experiment-coalescing-difference-2 = Si le tampon tient dans un cache, comme parfois sur un processeur, les lignes y attendent leurs autres mots et la perte est moindre.
experiment-bank-conflicts-title = Conflits de bancs
experiment-bank-conflicts-about = La mémoire de groupe est faite de bancs, 32 sur la plupart des GPU, dont chacun livre un mot à la fois. Des threads qui lisent des mots voisins utilisent tous les bancs à la fois. Avec un écart de 2, ils n’utilisent qu’un banc sur deux, et chacun d’eux doit servir deux threads ; avec un écart de 32, un seul banc les sert tous, l’un après l’autre. Un mot de plus, un écart de 33, les ramène dans des bancs différents : c’est pourquoi les matrices en mémoire de groupe reçoivent une colonne que personne ne lit. n est le nombre de threads.
experiment-bank-conflicts-difference-1 = Un adaptateur logiciel n’a pas de bancs : sa mémoire de groupe est de la mémoire ordinaire dans un cache, et tous les écarts coûtent à peu près autant.
experiment-roofline-title = Le modèle roofline
experiment-roofline-about = Un kernel est limité par la mémoire ou par le calcul, et c’est un rapport qui décide : les opérations qu’il fait par octet demandé à la mémoire globale. À gauche de l’arête, le toit est la vitesse de la mémoire fois ce rapport ; à droite, le maximum du calcul. Réductions et scans ont peu à faire par octet, et vont à la vitesse de la mémoire s’ils sont bons. Une somme sur toutes les paires qui partage ce qu’elle charge a des centaines d’opérations par octet, et seul le calcul la limite. Une somme qui charge chaque corps pour chaque interaction se trouve au-dessus du toit : les caches répondent à presque tout ce qu’elle demande à la mémoire. n est le nombre d’éléments ou de corps.
experiment-roofline-difference-1 = Les deux parties du toit sont mesurées : octets lus et écrits par une copie, et multiplications-additions fusionnées de deux opérations.
experiment-roofline-difference-2 = Les octets sont ceux que l’algorithme demande, et non ceux qui se déplacent ; chaque ligne dit comment ils sont comptés.
experiment-roofline-difference-3 = Une interaction compte 20 opérations comme dans les textes, et sur l’échelle autant que dit le texte de l’échelon. Une racine coûte plus d’une instruction et tout n’est pas multiplication-addition : même un kernel parfait reste donc sous le toit.
experiment-divergence-title = Threads divergents
experiment-divergence-about = Chaque thread prend l’un de 32 chemins, tous de même longueur. Les threads d’un sous-groupe partagent un seul flux d’instructions : 32 threads sur les GPU de NVIDIA. Si des voisins choisissent différemment, le sous-groupe prend tour à tour chaque chemin choisi, et les threads des autres attendent. Deux fois plus de chemins prennent deux fois plus de temps, jusqu’à ce que chaque thread ait le sien. Si 32 threads de suite choisissent le même, il y a autant de chemins et rien ne se perd : les branchements ne coûtent rien en soi, seul le désaccord coûte. n est le nombre de threads.
experiment-divergence-difference-1 = Un adaptateur logiciel a des vecteurs étroits, par exemple 8 threads, au lieu de 32 : au-delà, plus de chemins ne coûtent rien de plus.
experiment-atomics-title = Additions atomiques
experiment-atomics-about = Des mots aléatoires s’ajoutent à des compteurs. Des additions à une même adresse doivent s’attendre, d’où qu’elles viennent ; à des adresses différentes, non. 256 compteurs, un histogramme, vont donc plus vite qu’un seul, et un compteur par thread n’a aucune concurrence. Mais l’essentiel de l’attente peut s’éviter : un thread, un sous-groupe ou un groupe de travail additionne d’abord ce qu’il a, et n’ajoute la somme qu’une fois. Pour les histogrammes, la mémoire de groupe a ses propres additions atomiques. n est le nombre de mots.
experiment-atomics-difference-1 = Les compilateurs peuvent additionner ce qu’un sous-groupe envoie à une même adresse, ce que la variante du sous-groupe fait à la main. Les deux sont alors aussi rapides.
experiment-atomics-difference-2 = Sur un adaptateur logiciel, deux cœurs ou plus se disputent ; ses sous-groupes sont aussi larges que les vecteurs du processeur.
experiment-copies-title = Copies entre l’hôte et le GPU
experiment-copies-about = Des octets aléatoires vont de l’hôte au GPU, d’un tampon à un autre sur le GPU, et reviennent à l’hôte. Les petites copies durent autant qu’une copie vide : leur vitesse croît avec leur taille, jusqu’à ce que le bus ou la mémoire soit la limite. Le bus vers l’hôte est bien plus lent que la mémoire du GPU, de 10 à 100 fois. Les données restent donc sur le GPU : Starshell y envoie les corps une seule fois, et relit ce qu’on lui demande.
experiment-copies-difference-1 = Les copies vers le GPU et depuis lui comprennent ce qu’attend un programme : la copie vers ou depuis une mémoire accessible aux deux, la soumission et l’attente ; au retour, aussi la création de cette mémoire.
experiment-copies-difference-2 = Les octets comptent une fois, bien qu’une copie sur le GPU lise et écrive chacun.
experiment-copies-difference-3 = La mémoire d’un adaptateur logiciel est celle de l’hôte : les trois copient en son sein.
experiment-reduction-sizes-title = Réductions selon la taille
experiment-reduction-sizes-about = Peu d’éléments laissent inactif l’essentiel d’un GPU, et le temps est celui de démarrer un kernel et de l’attendre : le débit monte avec le nombre, jusqu’à ce que la mémoire le fixe. Des nombres qui tiennent dans un cache se lisent plus vite qu’en mémoire. Le processeur démarre aussitôt, donc il mène tant qu’il y en a peu.
experiment-reduction-sizes-difference-1 = Le texte donne des temps pour 4M éléments et un débit pour 32M ; voici la courbe entre les deux et au-dessous.
experiment-reduction-blocks-title = Réductions selon la taille du groupe de travail
experiment-reduction-blocks-about = Un grand groupe de travail a un arbre haut, dont les niveaux supérieurs laissent inactifs la plupart des threads, et il en tient peu sur un processeur ; un petit a un arbre bas, mais laisse plus de totaux à la passe suivante, et trop peu de threads pour cacher la latence de la mémoire. Là où chaque thread additionne d’abord beaucoup d’éléments, la taille ne compte guère.
experiment-reduction-blocks-difference-1 = Le texte ne donne de temps que pour des groupes de travail de 128 threads.
experiment-scan-operators-title = Scans avec un opérateur quelconque
experiment-scan-operators-about = Un scan ne demande à son opérateur que d’être associatif : a (b c) = (a b) c. Sommes, extrêmes, et la composition d’applications x -> a x + b, dont l’ordre compte et qui résout des récurrences linéaires, tournent avec les mêmes kernels. Un scan exclusif omet chaque élément lui-même : le premier résultat est donc l’élément neutre de l’opérateur.
experiment-scan-operators-difference-1 = Le texte ne donne pas de temps.
experiment-scan-operators-difference-2 = Les propres kernels du texte figurent ici pour les sommes.
experiment-sort-sizes-title = Tris par base selon la taille
experiment-sort-sizes-about = Clés par seconde selon leur nombre. Chaque passe d’un tri par base démarre plusieurs kernels : peu de clés prennent donc autant de temps que beaucoup, et les tris du processeur y gagnent. Avec beaucoup de clés, c’est la mémoire qui fixe le débit.
experiment-sort-sizes-difference-1 = Le texte ne donne pas de temps.
experiment-nbody-formulations-title = Huit formulations
experiment-nbody-formulations-about = La même somme sur le processeur et sur le GPU : boucles simples sur des structures et sur des tableaux, SSE, tous les cœurs ; puis un thread de GPU par corps, avec des sources en mémoire globale, en mémoire de groupe, dans les registres d’une autre voie, en mémoire constante ; et chaque paire une seule fois, par additions atomiques. Le texte espérait que la troisième loi de Newton paierait un jour. Avec des opérations atomiques, elle coûte encore plus qu’elle n’économise ; avec des sommes dans un ordre fixe en mémoire de groupe, elle paie (symmetric).
experiment-nbody-formulations-difference-1 = Des pas entiers sont chronométrés : les forces et une mise à jour saute-mouton.
experiment-nbody-formulations-difference-2 = Les kernels du texte sont cpu-aos-packed, cpu-soa-serial, cpu-sse, cpu-sse-threaded, naive, atomic-triangle, tile et shuffle. À côté d’eux : des corps entiers comme structures, les vecteurs les plus larges de cette machine, et un cercle à la place du triangle, qui équilibre le travail.
experiment-nbody-formulations-difference-3 = Sur les processeurs autres que x86-64, les quatre voies sont un tableau et les racines sont exactes : ils n’ont pas d’estimation à 12 bits.
experiment-nbody-formulations-difference-4 = Les corps peuvent avoir des masses différentes : l’attraction d’une paire est donc multipliée par une masse pour chacun de ses corps.
experiment-nbody-formulations-difference-5 = La mémoire constante contient 64 KiB : 4 096 corps par lot, 4 000 dans le texte.
experiment-nbody-formulations-difference-6 = Le texte se contredit : les kernels naïf, partagé et atomique prennent 62, 55 et 90 ms à 8 192 corps dans son premier passage, et 62, 55 et 93 ms à 16K dans son second. Les deux figurent à côté des lignes. Son tableau donne d’autres temps.
experiment-nbody-formulations-difference-7 = Les dernières variantes du texte tournent sur plusieurs GPU, avec un thread de l’hôte pour chacun ou un seul pour tous. Starshell utilise un seul GPU.
experiment-nbody-threads-title = Threads par corps
experiment-nbody-threads-about = Avec peu de corps, il y a moins de threads que le GPU ne peut en exécuter, et l’essentiel en est inactif. Plusieurs threads par corps, qui somment chacun une partie des sources, le remplissent, au prix de l’addition de leurs sommes. Là où il y a assez de corps, diviser ne fait que coûter. Le texte a trouvé la limite à 4 096 corps ; plus le GPU est large, plus elle est loin.
experiment-nbody-threads-difference-1 = Des pas entiers sont chronométrés : les forces et une mise à jour saute-mouton.
experiment-nbody-cpu-title = Le processeur, selon corps et threads
experiment-nbody-cpu-about = La référence honnête : une simple boucle, SIMD sur un cœur, et SIMD sur tous les cœurs, selon le nombre de corps. Contrairement à un GPU, un processeur est aussi rapide avec peu de corps qu’avec beaucoup, tant que les threads ont assez à se partager.
experiment-nbody-cpu-difference-1 = Le processeur du texte atteignait 0,2 à 2 GFLOP/s ; il n’est pas dit quelle courbe appartient à quelle formulation.
experiment-nbody-cpu-difference-2 = Le texte compilait CUDA pour le processeur. Un adaptateur logiciel fait ici de même pour WGSL : lavapipe compile un kernel pour les vecteurs et les threads du processeur.
experiment-nbody-cpu-difference-3 = Avec 2, 4 et 8 cœurs, le kernel du texte allait 2,0, 3,97 et 7,94 fois plus vite qu’avec un seul ; ici, le kernel a des vecteurs.
experiment-nbody-frames-title = Des corps à l’écran
experiment-nbody-frames-about = La coquille en rotation telle que le texte l’exécutait : un pas et une image de tous les corps à chaque fois. L’image a ici lueur, lumière diffuse et mappage tonal, et fait 1920 × 1080.
experiment-nbody-frames-difference-1 = L’image est dessinée mais pas affichée : aucun écran ne limite donc le débit.
experiment-nbody-members-title = Membres et rangs
experiment-nbody-members-about = Plusieurs membres se partagent chaque calcul des forces : chacun reçoit toutes les positions et somme pour sa part des corps ou des paires. Les membres d’un processus sont des périphériques, pilotés chacun par un fil ou tous par un seul ; les rangs sont des processus qui échangent par MPI, sur une ou plusieurs machines. Ce que gagne un membre doit dépasser le coût de l’échange : peu de corps se calculent mieux seul.
experiment-nbody-members-difference-1 = Le texte ne donne aucun temps pour plusieurs GPU. Si une machine a moins d’adaptateurs que de membres, plusieurs périphériques en partagent un et sa vitesse ; ce qui se perd alors, c’est l’échange.
experiment-nbody-members-difference-2 = Avec un adaptateur logiciel, les périphériques calculent par l’adaptateur et les rangs par le processeur, tous sur les mêmes cœurs. Les rangs demandent un programme compilé avec la fonctionnalité mpi, et mpirun.
experiment-nbody-ladder-title = L’échelle d’optimisation
experiment-nbody-ladder-about = Douze versions d’un même kernel. Chacune est la précédente avec un seul changement : le tableau montre donc ce que vaut chaque changement sur cette machine. Un seul thread de GPU est bien plus lent qu’un thread du processeur ; un thread par corps renverse la situation. La suite a marqué la programmation des GPU pendant une décennie, et une partie a perdu sa valeur : les caches font ce que faisaient les tuiles en mémoire de groupe, et les compilateurs déroulent. Les dernières lignes sont ce qui manque aux textes : plusieurs corps par thread, chaque paire une seule fois, un arbre.
experiment-nbody-ladder-difference-1 = Seules les forces sont chronométrées, pas l’intégration, qui prend moins d’un pour cent.
experiment-nbody-ladder-difference-2 = L’échelon 11, mise à zéro des dénormalisés et mathématiques rapides, est une option du compilateur de NVIDIA ; WGSL laisse les deux au pilote.
experiment-nbody-ladder-difference-3 = Les gains publiés pour l’échelon 3 sont ceux de 1 000 corps ; pour le troisième GPU, ceux de 3 000 et 300 000 corps au lieu de 1 000 et 100 000.
experiment-nbody-ladder-difference-4 = Un compilateur peut fusionner un produit et une somme avant l’échelon 9 : WGSL le permet.
experiment-nbody-ladder-difference-5 = Le dernier échelon en double précision prend la racine de WGSL, que les pilotes calculent en plusieurs étapes, comme le fait CUDA.
experiment-reduction-title = Sept réductions
experiment-reduction-about = La mémoire limite l’addition d’entiers : un kernel parfait lit aussi vite qu’une copie. Dans le texte, le premier prend trente fois plus de temps que le dernier, parce que ses threads divergent ; les suivants éliminent la divergence, puis les conflits de bancs, puis les threads inactifs, puis les dernières barrières, et à la fin chaque thread additionne beaucoup d’éléments avant que l’arbre ne commence. Ce qui est venu plus tard lit quatre éléments à la fois et laisse l’arbre au sous-groupe.
experiment-reduction-difference-1 = Les kernels 5 à 7 (in-step) omettent les barrières et les tests du dernier warp, qui est ici un sous-groupe, avec autant de threads que ceux de l’adaptateur. Le texte comptait sur la marche au pas, qu’aucun GPU ne garantit plus ; des barrières de sous-groupe la remplacent. À côté figurent les mêmes kernels avec toutes leurs barrières, qui tournent sur tout adaptateur.
experiment-reduction-difference-2 = Les blocs ont 128 threads, comme dans le texte. Le kernel 7 a au plus 256 blocs, le texte 64 à 256 ; many-elements en a 2 048.
experiment-reduction-difference-3 = Les gigaoctets sont ceux des éléments ; la carte du texte en transfère au plus 86,4. Ceux d’une copie comptent double, lus et écrits.
experiment-scan-title = Scans
experiment-scan-about = Un scan remplace chaque élément par la somme jusqu’à lui : [3 1 7 0 4 1 6 3] devient [3 4 11 11 15 16 22 25]. Une boucle le fait en n additions, l’une après l’autre. Celui de Hillis et Steele prend log n tours et n log n additions ; l’arbre de Blelloch monte et descend en 2 log n tours, avec à peine plus d’additions que la boucle. Le scan actuel passe une seule fois sur les éléments, pendant que des tuiles consultent ce que les tuiles d’avant ont publié.
experiment-scan-difference-1 = Le texte ne donne pas de temps.
experiment-scan-difference-2 = Le scan de Hillis et Steele pris à la lettre travaille sur place, avec deux barrières par tour ; à côté figure un scan à deux rangées, où chaque tour lit l’une et écrit l’autre, avec une seule barrière.
experiment-sort-title = Tris par base
experiment-sort-about = Trier du chiffre le plus bas au plus haut, sans jamais défaire l’ordre acquis. Bit par bit, cela prend 32 passes sur les clés, dont chacune est un scan ; avec quatre bits à la fois 8, avec huit bits 4. Le tri actuel fait chaque passe d’un seul balayage.
experiment-sort-difference-1 = Le texte ne donne pas de temps.
experiment-sort-difference-2 = Prise à la lettre (one-block-in-place, one-bit-by-ones), une partition fait un scan inclusif des uns ; dans un seul bloc, une même rangée contient tour à tour clés, uns et clés. one-block a deux rangées par scan et une rangée de clés, one-bit fait un scan exclusif des zéros.
experiment-sort-difference-3 = Un bloc contient au plus 1 024 clés, une par thread.
experiment-poisson-title = L’équation de Poisson
experiment-poisson-about = Une transformée de Fourier change les dérivées en produits : chaque onde de la source est divisée par -(kx² + ky²) et, transformée en retour, elle est le potentiel. La source est le laplacien d’une gaussienne sur un carré périodique, si bien que le potentiel est connu. Les trois versions du texte diffèrent par l’origine des nombres d’onde de la division. Les transformées réelles prennent la moitié de la mémoire, et les colonnes qui font l’aller, la division et le retour en une seule passe lisent la mémoire trois fois au lieu de sept. La méthode multigrille se passe de transformée : elle relaxe sur des grilles de plusieurs tailles.
experiment-poisson-difference-1 = Le texte calcule les nombres d’onde sur l’hôte pour toutes les versions ; ici, dans la première, chaque fil les calcule.
experiment-poisson-difference-2 = La troisième version du texte ne charge en mémoire partagée que le premier nombre d’onde de chaque groupe de travail, une inadvertance. Ici, tous sont chargés.
experiment-poisson-difference-3 = Les temps publiés d’une solution entière sont ceux de ses noyaux, sans copies. Les deux nombres de widen viennent du texte : au début, et après réglage.
experiment-poisson-difference-4 = La méthode multigrille résout pour des différences de cinq points : son erreur est celle des différences, qui diminue comme le carré de la distance des points.
experiment-barnes-hut-kernels-title = Les six activités d’un pas
experiment-barnes-hut-kernels-about = Un pas d’un code à arbre trouve la boîte autour de tous les corps, construit l’arbre, résume ses cellules des feuilles à la racine, trie les corps selon leur place, parcourt l’arbre pour chacun d’eux, et les déplace. Dans le texte, le parcours prend presque tout le temps ; plus il devient rapide, plus le reste compte.
experiment-barnes-hut-kernels-difference-1 = Ici, les corps sont triés selon leurs clés avant la construction de l’arbre ; dans le texte, ils sont insérés avec des verrous puis triés.
experiment-barnes-hut-kernels-difference-2 = Les valeurs publiées du texte sont celles de 5 000 000 corps en simple précision. Ses temps en double précision n’ont pas d’équivalent : un arbre somme ici en simple précision, et garde les positions sur 47 bits si on le lui demande.
experiment-barnes-hut-kernels-difference-3 = Les GFLOP/s comptent 23 opérations par corps ou monopôle et 65 par quadrupôle qui attire, pour le parcours seul. Le texte compte aussi les autres activités, et des octets par seconde, ce qui n’est pas fait ici.
experiment-barnes-hut-kernels-difference-4 = Les cellules du texte ont en moyenne 3,1 enfants et contiennent des corps isolés ; les feuilles en contiennent ici jusqu’à 40.
experiment-barnes-hut-parallelism-title = Le parallélisme, niveau par niveau
experiment-barnes-hut-parallelism-about = Combien de nœuds peuvent être traités à la fois. La racine est seule et n’exploite pas un GPU ; chaque niveau en dessous en a jusqu’à huit fois plus, jusqu’à ce que la plupart des branches finissent en feuilles et que seul continue le milieu dense de l’amas. La construction descend ces niveaux, le résumé les remonte. Le parcours a du début à la fin autant de threads qu’il y a de corps.
experiment-barnes-hut-parallelism-difference-1 = Le texte donne une figure sans nombres.
experiment-barnes-hut-parallelism-difference-2 = Ses tours de construction insèrent chaque fois les corps un niveau plus bas ; ici, tous les nœuds de tous les niveaux sont trouvés d’un coup à partir des clés triées, et seul le résumé va niveau par niveau.
experiment-barnes-hut-parallelism-difference-3 = Les débits sont en nœuds par niveau ; les millisecondes sont celles de la construction et du résumé de l’arbre entier.
experiment-barnes-hut-ideas-title = Les idées d’un code à arbre, une à une
experiment-barnes-hut-ideas-about = Le texte désactive une idée après l’autre et dit de combien son code à arbre en est ralenti. Deux idées valent le plus : des corps triés selon leur place, et des voisins qui parcourent l’arbre ensemble. Chacune est comparée ici au même arbre sans elle. Beaucoup d’autres réparent ce que coûte l’insertion avec verrous, et n’ont pas d’équivalent dans un arbre construit à partir de clés triées.
experiment-barnes-hut-ideas-difference-1 = Sans tri, un groupe de corps très éloignés parcourt l’arbre ensemble et ouvre presque tout, comme dans le texte.
experiment-barnes-hut-ideas-difference-2 = Sans parcours commun, chaque corps a un thread et ouvre ce qu’il lui faut, ce qui fait aussi moins d’interactions.
experiment-barnes-hut-ideas-difference-3 = Les threads du texte sont ceux d’un GPU ; ici, l’arbre du processeur tourne sur un thread et sur tous.
experiment-barnes-hut-title = Où l’arbre prend l’avantage
experiment-barnes-hut-about = La somme directe prend n² interactions, l’arbre environ n log n, mais chacune des siennes coûte plus, et il faut le construire. La somme directe gagne donc avec peu de corps : sous environ 15 000 dans le texte. Plus elle est rapide, plus le croisement vient tard. L’arbre du processeur a les mêmes réglages et les mêmes erreurs.
experiment-barnes-hut-difference-1 = L’arbre ouvre selon une tolérance et a des quadrupôles ; celui du texte ouvre selon un angle et a des monopôles.
experiment-barnes-hut-difference-2 = Il trie les corps et trouve les nœuds à partir de préfixes communs, là où le texte insère les corps avec des verrous. Ses six activités ont donc des équivalents, mais pas ses idées isolées sur les verrous, les barrières mémoire et le freinage.
experiment-barnes-hut-walks-title = Parcourir ensemble
experiment-barnes-hut-walks-about = Des corps voisins voient presque les mêmes cellules. Si un groupe d’entre eux parcourt l’arbre ensemble, chaque nœud est lu une fois pour tous ; si les corps ne sont pas triés, un groupe est dispersé, ouvre presque tout, et l’idée ne vaut rien. Le texte a mesuré 3,6 à 8,2 fois pour le tri et 6,2 à 8,6 fois pour le parcours au pas, avec 50 000 à 5 000 000 corps.
experiment-barnes-hut-walks-difference-1 = Chaque gain du texte se compare à la version sans cette seule idée ; ici, les deux se comparent à des corps qui parcourent l’arbre seuls et sans tri.
experiment-one-sum-title = Une somme, bien des résultats
experiment-one-sum-about = Les mêmes nombres, positifs et négatifs et de grandeurs très différentes, sont additionnés dans beaucoup d’ordres et de précisions. Chaque addition arrondit, donc chaque ordre a son propre résultat, et aucun n’est faux : tous restent dans la borne que la théorie donne pour leur ordre. Les ordres à courtes chaînes d’additions, comme dans un arbre, se trompent moins qu’une boucle ; les sommes compensées et le double de précision ne se trompent presque pas. Un ordre fixe donne les mêmes bits à chaque exécution, sur un GPU aussi. Des additions dans l’ordre d’arrivée ne les donnent pas : chacune des dix exécutions peut finir sur d’autres bits. n est le nombre de termes à additionner.
experiment-one-sum-difference-1 = Les erreurs sont mesurées par rapport à la somme exacte, en entiers, et données en unités du dernier chiffre de la simple précision.
experiment-one-sum-difference-2 = Sur un adaptateur logiciel, peu de threads se disputent : un ordre laissé au hasard peut donc être le même à chaque exécution.
experiment-fused-title = Fusionné ou non
experiment-fused-about = a · b + c, où c est le produit arrondi avec le signe opposé. Si le produit est arrondi avant la somme, il ne reste rien : 0. Si seul le résultat est arrondi, comme dans une multiplication-addition fusionnée, la somme est ce que l’arrondi du produit aurait perdu. Les deux sont justes. Un processeur fait ce que dit le programme ; le compilateur d’un GPU peut fusionner un produit et une somme qui figurent dans une même expression, et WGSL permet l’un comme l’autre, même pour fma(). Le même texte peut donc donner des bits différents sur deux machines. n est le nombre de triplets.

# What an experiment varies along its axis

axis-level = niveau
axis-threads-per-workgroup = threads par groupe de travail
axis-paths-per-32-threads = chemins par 32 threads
axis-stride-in-words = écart en mots
axis-workgroups = groupes de travail
axis-kib-of-workgroup-memory-per-workgroup = KiB de mémoire de groupe par groupe de travail
axis-launches = lancements
axis-bytes = octets
axis-flop-per-byte = flop par octet
axis-number = nombre
axis-members = membres

# What cases do differently from those before

note-cpu-wgsl = Le programme du GPU lui-même sur le processeur, par un adaptateur logiciel comme lavapipe
note-tree-all = Dans le parcours du texte, un corps touche de 818 à 6 315 nœuds, 4 117 en moyenne, dans un arbre d’au plus 22 niveaux.
note-random-order = Des threads voisins lisent des mots qui n’ont rien à voir entre eux
note-copy = Lit et écrit 16 octets par thread ; les deux comptent
note-one-address = Chaque mot s’ajoute à la même adresse
note-threads-sums = Un thread additionne ses 16 mots dans un registre
note-subgroups-sums = Un sous-groupe additionne dans des registres un mot de chacun de ses threads
note-workgroups-sums = Un groupe de travail additionne 4 096 mots de façon atomique dans sa mémoire
note-histogram = Un histogramme : huit bits du mot choisissent le compteur
note-histogram-in-workgroups = Un histogramme en mémoire de groupe, ajouté à l’autre à la fin
note-counter-per-thread = 16 additions à la même adresse, sans concurrence
note-fused-multiply-add = 16 chaînes indépendantes par thread, deux opérations chacune
note-reduction = Une addition par élément de quatre octets, lu une seule fois
note-scan = Une addition, ici d’entiers, par élément de quatre octets, lu une fois et écrit une fois
note-naive = Chaque thread lit les 16 octets d’un corps pour chaque interaction
note-tree = Construit et parcouru. 23 opérations par corps ou monopôle, 65 par quadrupôle ; 64 octets par nœud qu’examine le parcours d’un groupe, et 16 par corps qui attire le groupe. La construction compte comme temps sans opérations
note-one-thread = La boucle du processeur : les mêmes additions dans le même ordre, sauf si le pilote les réordonne
note-tree-halves = Blocs de 128 ; la moitié supérieure s’ajoute à l’inférieure
note-tree-neighbours = Blocs de 128 ; les voisins s’additionnent d’abord
note-four-at-once = Les threads additionnent beaucoup de nombres, quatre à la fois, avant l’arbre
note-subgroups = Pareil, avec les sommes de sous-groupe propres à l’adaptateur
note-library = La réduction de Starshell, dans un seul groupe de travail de 256 threads
note-library-16 = Pareil avec 16 : d’autres parties, d’autres bits
note-library-gpus = Pareil avec 2 048 au plus, comme elle tourne sur les GPU
note-library-software = Pareil avec au plus 256 groupes de 8 threads, comme elle tourne en logiciel
note-atomic-additions = Des blocs de 128 ajoutent leurs totaux comme ils arrivent
note-exchange = Les threads additionnent 16 nombres chacun, et ajoutent leurs sommes comme ils arrivent
note-two-floats = Chaque nombre est la somme de deux, dont le second contient ce que perd le premier
note-double = La réduction de la bibliothèque avec des nombres à 64 bits, si l’adaptateur en a
note-ladder = { $operations } opérations et { $words } mots de mémoire globale par interaction, comme le dit son texte
note-shared = Un groupe de travail fait { $bodies } interactions avec chaque corps pour lequel il déplace { $bytes } octets
note-rung = Par interaction : { $operations } opérations, { $global } mots de mémoire globale, { $workgroup } de mémoire de groupe.

# Names of cases

variant-tree = arbre
variant-thread-per-device = un fil par périphérique
variant-thread-for-all = un fil pour tous les périphériques
variant-ranks = rangs par MPI
variant-processor = processeur
variant-cpu-simd-on-2-threads = cpu-simd sur 2 threads
variant-cpu-simd-on-4-threads = cpu-simd sur 4 threads
variant-cpu-simd-on-8-threads = cpu-simd sur 8 threads
variant-box = boîte
variant-build = construction
variant-summarise = résumé
variant-sort = tri
variant-force = forces
variant-integrate = intégration
variant-all = tout
variant-direct-sum = somme directe
variant-nodes = nœuds
variant-nodes-here-and-below = nœuds ici et au-dessous
variant-without-sorted-bodies = sans corps triés
variant-with-sorted-bodies = avec corps triés
variant-without-synchronised-walk = sans parcours synchronisé
variant-with-synchronised-walk = avec parcours synchronisé
variant-without-reciprocal-root = sans inverse de la racine
variant-with-reciprocal-root = avec inverse de la racine
variant-cpu-tree-on-one-thread = cpu-tree sur un thread
variant-cpu-tree-on-all-threads = cpu-tree sur tous les threads
variant-no-volatile = pas de volatile
variant-recomputed-data = données recalculées
variant-warp-voting = vote de warp
variant-full-multithreading = multithreading complet
variant-throttling-barrier = barrière de freinage
variant-wait-free-pre-pass = prépasse sans attente
variant-combined-fence = barrière mémoire combinée
variant-copy = copie
variant-subgroups = sous-groupes
variant-serial = séquentiel
variant-inclusive-sum = somme inclusive
variant-exclusive-sum = somme, exclusif
variant-inclusive-max = max, inclusif
variant-exclusive-max = max, exclusif
variant-inclusive-min = min, inclusif
variant-exclusive-min = min, exclusif
variant-inclusive-float-sum = float-sum, inclusif
variant-exclusive-float-sum = somme exclusive de flottants
variant-inclusive-maps = maps, inclusif
variant-exclusive-maps = maps, exclusif
variant-hillis-steele-in-place-exclusive-float-sum = hillis-steele-in-place: somme exclusive de flottants
variant-work-efficient-exclusive-float-sum = work-efficient: somme exclusive de flottants
variant-neighbours-apart = voisins séparés
variant-32-neighbours-together = 32 voisins ensemble
variant-stride = écart
variant-random-order = ordre aléatoire
variant-workgroups = groupes de travail
variant-dependent-reads = lectures dépendantes
variant-one-counter = un compteur
variant-one-counter-threads-sums = un compteur, sommes de threads
variant-one-counter-subgroups-sums = un compteur, sommes de sous-groupes
variant-one-counter-workgroups-sums = un compteur, sommes de groupes
variant-256-counters = 256 compteurs
variant-256-counters-workgroups-sums = 256 compteurs, sommes de groupes
variant-a-counter-per-thread = un compteur par thread
variant-in-one-pass = en une passe
variant-a-pass-each = une passe chacun
variant-a-submission-each = une soumission chacun
variant-a-wait-after-each = une attente après chacun
variant-to-the-gpu = vers le GPU
variant-on-the-gpu = sur le GPU
variant-from-the-gpu = depuis le GPU
variant-reduction = réduction
variant-scan = scan
variant-naive-sum = somme naïve
variant-sum-in-tiles = somme en tuiles
variant-fastest-direct-sum = somme directe la plus rapide
variant-ladders-rung-1 = rung-1 de l’échelle
variant-ladders-rung-10 = rung-10 de l’échelle
variant-cpu-forward = cpu : en avant
variant-cpu-backward = cpu : à rebours
variant-cpu-smallest-first = cpu : petits d’abord
variant-cpu-in-pairs = cpu : par paires
variant-cpu-simd-lanes = cpu : voies SIMD
variant-cpu-threads = cpu : threads
variant-cpu-double-precision = cpu : double précision
variant-one-thread = un thread
variant-tree-halves = arbre, moitiés
variant-tree-neighbours = arbre, voisins
variant-four-at-once = quatre à la fois
variant-library-1-workgroup = bibliothèque, 1 groupe
variant-library-16-workgroups = bibliothèque, 16 groupes
variant-library-2-048-workgroups = bibliothèque, 2 048 groupes
variant-library-workgroups-of-8 = bibliothèque, groupes de 8
variant-atomic-additions = additions atomiques
variant-compare-and-exchange = comparaison-échange
variant-two-floats = deux flottants
variant-double-precision = double précision
variant-cpu-product-and-sum = cpu : produit et somme
variant-cpu-fused = cpu : fusionné
variant-product-kept-apart = produit gardé à part
variant-rung-10-in-double-precision = rung-10 en double précision
variant-cpu-kahan = cpu : Kahan
variant-cpu-neumaier = cpu : Neumaier
variant-fma-a-b-c = fma(a, b, c)
variant-fused-multiply-add = mult.-addition fusionnée
variant-threads-1 = 1 thread par corps
variant-threads-2 = 2 threads par corps
variant-threads-4 = 4 threads par corps
variant-threads-8 = 8 threads par corps
variant-threads-16 = 16 threads par corps
variant-alone-unsorted = chacun seul (sans tri)
variant-alone = chacun seul (triés)
variant-unsorted = ensemble (sans tri)
variant-shared = ensemble (triés)
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

place-nehalem-8-cores = Nehalem, 8 cœurs
place-sandy-bridge-16-cores = Sandy Bridge, 16 cœurs
place-cuda-compiled-for-the-processor-over-c = CUDA compilé pour le processeur, par rapport à C
place-2-cores = 2 cœurs
place-4-cores = 4 cœurs
place-8-cores = 8 cœurs
place-first-place-8-192-bodies = premier passage : 8 192 corps
place-second-place-16k-bodies = second passage : 16K corps
place-more-than-that-penryn-at-3-2-ghz-one-core-patterson-hennessy = plus que cela : Penryn à 3,2 GHz, un cœur, Patterson & Hennessy
place-geforce-8800-gtx-over-one-core-patterson-hennessy = GeForce 8800 GTX par rapport à un cœur, Patterson & Hennessy
place-xeon-x5690-six-cores-openmp = Xeon X5690, six cœurs, OpenMP
place-geforce-gtx-480-over-openmp = GeForce GTX 480 par rapport à OpenMP
place-geforce-gtx-480-over-pthreads = GeForce GTX 480 par rapport à Pthreads
place-geforce-gtx-480-with-rung-11 = GeForce GTX 480, avec l’échelon 11
place-geforce-gtx-680-with-rung-11 = GeForce GTX 680, avec l’échelon 11
place-geforce-gtx-480-50-000-bodies = GeForce GTX 480, 50 000 corps
place-geforce-gtx-480-500-000-bodies = GeForce GTX 480, 500 000 corps
place-geforce-gtx-480-5-000-000-bodies = GeForce GTX 480, 5 000 000 corps

# What was found beside the time

detail-nodes-touched-per-body-min-mean-max = nœuds touchés par corps, min/moyenne/max
detail-interactions-per-body = interactions par corps
detail-cells-per-body = cellules par corps
detail-depth = profondeur
detail-walk = parcours
detail-crossing = croisement
detail-memory = mémoire
detail-per-launch = par lancement
detail-roof = toit
detail-bits = bits
detail-sum = somme
detail-off-by = erreur
detail-runs = exécutions
detail-the-processors-loop = la boucle du processeur
detail-bits-of-the-first = bits du premier
detail-fused = fusionné
detail-separate = séparé
detail-the-same-either-way = pareil des deux façons
found-interactions = { $bodies } corps et { $cells } cellules
found-gflops = { $gflops } GFLOP/s sur le pas entier
found-crossing = l’arbre dépasse la somme directe à environ { $bodies } corps
found-memory = { $rate } GB/s, { $percent } % d’une copie
found-of-memory = { $percent } % de la limite : mémoire
found-of-arithmetic = { $percent } % de la limite : calcul
found-ulp = { $places } ulp
found-same-bits = mêmes bits en { $runs }
found-results = { $results } résultats en { $runs }
found-as-loop = mêmes bits
found-other-bits = autres bits
found-of-all = { $some } sur { $all }

# Why there is no time

reason-interactions = { $interactions } interactions prendraient trop de temps
reason-no-longer = un pas n’est pas plus long avec que sans, autant que l’horloge de cette machine puisse le dire
reason-no-timestamps = l’adaptateur n’a pas d’horodatage, qui distinguerait les parties d’un pas
reason-unsorted = des groupes non triés ouvriraient presque tout l’arbre
reason-no-volatile = WGSL n’a pas de volatile, et chaque étape est un lancement qui voit tout du précédent
reason-recomputed-data = aucun kernel de l’arbre n’a de version qui mémorise ce qu’il calcule maintenant
reason-warp-voting = un groupe ouvre les cellules d’après la boîte qui l’entoure : ses threads n’ont rien à voter
reason-full-multithreading = un lancement démarre autant de threads qu’il en tient, et WGSL ne permet pas d’en demander moins
reason-throttling-barrier = aucun thread n’attend l’insertion d’un autre : il n’y a rien à freiner
reason-wait-free-pre-pass = les cellules sont résumées niveau par niveau : aucun thread n’attend un enfant
reason-combined-fence = il n’y a pas de barrières mémoire : une étape finit avant que la suivante ne commence

# Tables and charts

column-variant = variante
column-right = juste
column-speed-up = gain
column-rate = débit
column-error = erreur
column-published = publié
column-here = ici
column-details = détails
column-there = là-bas
verdict-wrong = faux
verdict-not-here = pas ici
verdict-failed = échec
cell-time = { $median } ({ $least } à { $most })
cell-exact = exact
cell-speed-up = { $times } par rapport à { $over }
cell-times = { $times } fois plus rapide
cell-there = { $time } ms, { $times } fois plus rapide ici
cell-published = { $value } { $unit } ({ $place })
cell-detail = { $what } : { $text }
cell-rate = { $rate }{ $unit }
speed-up-unsteady = instable : relancez
chart-milliseconds = millisecondes
chart-error = erreur relative
chart-fused = part des résultats fusionnés
caption-times = Millisecondes ; en abscisse : { $across }, échelles logarithmiques ; plus bas : plus rapide.
caption-rates = { $up } ; en abscisse : { $across }, échelles logarithmiques ; plus haut : plus rapide.
caption-errors = Erreur relative du résultat en échelle logarithmique ; plus court : plus exact.
caption-fused = Part des résultats arrondis une seule fois, comme dans une multiplication-addition fusionnée.
caption-bars = Millisecondes en échelle logarithmique ; plus court : plus rapide.
caption-extremes = Barres d’erreur : de la mesure la plus courte à la plus longue.
caption-quartiles = Barres d’erreur : la moitié centrale des mesures.
caption-under-way = En cours : la médiane des mesures faites jusqu’ici, en millisecondes. Les résultats ne sont pas encore vérifiés.
caption-published = Losanges : publié.

# Units

unit-elements = éléments
unit-keys = clés
unit-paths = chemins
unit-words-of-stride = mots d’écart
unit-workgroups = groupes de travail
unit-subgroups = sous-groupes
unit-addresses = adresses
unit-dispatches = lancements
unit-blocks = blocs
unit-numbers = nombres
unit-nodes = nœuds
unit-au = ua
unit-yr = a
unit-myr = Ma
unit-msun = MSoleil
unit-mearth = MTerre

# The tuning ladder

rung-0-change = Tous les corps forment un tableau de structures de 40 octets, et un seul thread du GPU exécute les deux boucles du programme du CPU : rien ne cache la latence de ses lectures, il est donc bien plus lent qu’un thread du CPU.
rung-1-change = La boucle sur les corps devient une grille de threads en groupes de travail de 256 : tous les processeurs travaillent, et chacun exécute d’autres threads pendant que certains attendent la mémoire.
rung-2-change = Un tableau par coordonnée au lieu du tableau de structures, pour que des threads voisins accèdent à des mots voisins. Mais dans la boucle intérieure, tous les threads lisent le même corps : là, on ne gagne rien et l’on perd la localité d’une structure.
rung-3-change = Le nombre de corps et l’adoucissement passent d’un tampon storage à un tampon uniform, que les GPU lisent à travers un cache de constantes : un gain de quelques pour cent là où la boucle intérieure les lisait en mémoire.
rung-4-change = Une seule instruction pour l’inverse de la racine carrée, au lieu d’une racine et d’une division : ce sont de longues suites d’instructions sur les GPU qui arrondissent les deux correctement, et de toute façon la même instruction sur les autres.
rung-5-change = Une boucle jusqu’au corps et une autre après lui, au lieu du test i != j : on économise le test, mais les threads d’un sous-groupe finissent maintenant leurs boucles à des moments différents et s’attendent les uns les autres.
rung-6-change = Le test revient, et chaque groupe de travail charge 256 sources en mémoire de groupe, dans quatre tableaux de scalaires, avant que ses threads ne fassent la somme : chaque mot est lu en mémoire globale une fois par groupe de travail, et non une fois par thread.
rung-7-change = Huit termes par itération : le compteur, son test et le branchement ne se paient qu’une fois pour huit termes, et les lectures peuvent partir à l’avance.
rung-8-change = Le test i != j disparaît : le vecteur d’un corps à lui-même est nul et l’adoucissement garde son facteur fini. Le terme est donc nul, et l’on économise le temps d’une comparaison d’entiers et d’un branchement.
rung-9-change = Les sommes de produits s’écrivent comme des multiplications-additions fusionnées (FMA) : une instruction et un arrondi pour deux opérations. Les compilateurs en fusionnaient peut-être déjà, car WGSL le permet.
rung-10-change = 128 termes par itération : il ne reste presque plus de boucle, mais le code est long et peut dépasser le cache d’instructions.
rung-11-change = Des options du compilateur CUDA mettent à zéro les nombres dénormalisés et rendent les fonctions moins précises : WGSL n’a rien de tel, il n’y a donc pas de kernel.
rung-0-title = Un thread du GPU fait tout
rung-1-title = Un thread par corps
rung-2-title = Tableaux de scalaires
rung-3-title = Paramètres en mémoire constante
rung-4-title = Inverse de la racine carrée
rung-5-title = Deux boucles au lieu du test
rung-6-title = Tuiles en mémoire de groupe
rung-7-title = Boucle déroulée par 8
rung-8-title = Sans test
rung-9-title = Multiplication-addition fusionnée
rung-10-title = Boucle déroulée par 128
rung-11-title = Dénormalisés à zéro, maths rapides

# Drawings: titles, names of lines, and what happens in a step

drawing-interleaved = Entrelacé
drawing-sequential = Séquentiel
drawing-cascaded = Plusieurs par thread
drawing-hillis-steele = Hillis et Steele
drawing-blelloch = L’arbre de Blelloch
drawing-blocks = Bloc par bloc
drawing-partition = Partition par bits
drawing-lanes = Voies
drawing-waiting = Attente
drawing-waves = Vagues
drawing-queue = Une file
drawing-dispatches = Lancements
drawing-copies = Le chemin vers le GPU
drawing-segments = Segments
drawing-banks = Bancs
drawing-three-digits = Trois chiffres
line-elements = éléments
line-threads = threads
line-tree = arbre
line-lanes = voies
line-processor = processeur
line-processors = processeurs
line-memory = mémoire
line-keys = clés
line-place = place
line-moved = déplacées
line-up = montée
line-zero = zéro
line-down = descente
line-in-blocks = par blocs
line-totals = totaux
line-scanned = après scan
line-result = résultat
line-numbers = nombres
line-from-the-left = depuis la gauche
line-in-pairs = par paires
line-banks = bancs
line-host-memory = mémoire de l’hôte
line-staging-memory = mémoire de transit
line-gpu-memory = mémoire du GPU
line-stride = écart { $stride }
line-round = tour { $round }
line-segment = segment { $segment }
line-subgroup = sous-groupe { $group }
line-wave = vague { $wave }
line-time = temps { $time }
line-bit = bit { $bit }
step-interleaved = Les kernels 1 et 2 commencent par les voisins. Les threads au travail sont de plus en plus éloignés : chaque sous-groupe reste donc à moitié inactif jusqu’à la fin.
step-sequential = Le kernel 3 ajoute d’abord la moitié éloignée. Les threads au travail sont côte à côte : des sous-groupes entiers finissent tôt, et des voisins lisent des bancs voisins.
step-thread-adds = Le thread 0 ajoute
step-threads-add = Les threads 0 à { $last } ajoutent
step-some-threads-add = Les threads 0, { $second }, … { $last } ajoutent
step-first-is-sum = Le premier élément est la somme, { $sum }.
step-adds = { $threads } l’élément situé à { $stride } places sur la droite ; threads en attente : { $waiting } sur { $count }.
step-cascaded = Un arbre sur { $count } éléments a { $rounds } étapes et { $additions } additions, mais retient { $threads } threads tout le temps : un coût de { $cost }.
step-alone = Chacun des { $threads } threads additionne d’abord seul jusqu’à { $each } éléments : étape { $step } sur { $each }.
step-cost = La somme est { $sum }, après { $steps } étapes de { $threads } threads : un coût de { $cost }.
step-then-tree = Puis un arbre sur { $sums } sommes.
step-hillis-steele = { $count } éléments. Chacun doit devenir la somme de tous jusqu’à lui compris.
step-all-summed = Tout est sommé ; une boucle demande { $additions } additions, mais l’une après l’autre.
step-round = Tour { $round } sur { $rounds } : chaque thread ajoute l’élément situé à { $stride } { $stride ->
    [one] place
   *[other] places
} sur sa gauche.
step-blelloch = { $count } éléments. D’abord un arbre de sommes monte, puis les sommes de ce qui est à gauche descendent.
step-up = { $threads ->
    [one] Montée : un thread additionne la paire distante de { $stride }.
   *[other] Montée : { $threads } threads additionnent des paires distantes de { $stride }.
}
step-zero = La dernière somme, celle de tous, laisse place à un zéro : il n’y a rien à gauche de l’ensemble.
step-down = Descente : la gauche de chaque paire prend la valeur de la droite, la droite la somme des deux.
step-exclusive = Chacun contient la somme de tous ceux d’avant (exclusif).
step-blocks = { $count } éléments en blocs de { $length } : un groupe de travail chacun, qui ne voit pas les autres.
step-in-blocks = Chaque groupe de travail fait le scan de son bloc dans sa propre mémoire. Seul le premier bloc est juste.
step-totals = Le dernier élément de chaque bloc est son total. Les totaux forment une liste à part.
step-scanned = Un scan exclusif de cette courte liste : combien il y a avant chaque bloc.
step-result = Chaque groupe de travail l’ajoute à son bloc. Trois lancements au lieu d’un, et une longueur quelconque.
step-keys = { $count } clés de { $bits } bits. Chaque passe regarde un bit, du plus bas au plus haut.
step-pass = Passe { $pass } : le bit { $bit } est mis en évidence. { $zeros } clés y ont un zéro.
step-places = Un scan compte pour chaque clé combien de zéros la précèdent. Les zéros vont là ; les uns vont derrière les { $zeros } zéros.
step-sorted = Les clés sont triées.
step-sorted-so-far = { $bits ->
    [one] Elles sont triées selon leur bit le plus bas.
   *[other] Elles sont triées selon leurs { $bits } bits les plus bas.
}
step-move = Toutes les clés se déplacent à la fois. Les clés de même bit gardent leur ordre.
step-coalescing = { $threads } threads demandent chacun un mot, avec un écart de { $stride } : { $stride ->
    [one] 1 segment
   *[other] { $stride } segments
} de { $words } mots.
step-words-moved = En tout, { $moved } mots déplacés pour { $threads } : { $percent } % d’utiles.
step-segment = La mémoire livre en entier le segment { $segment } ; { $used } de ses { $words } mots servent.
step-banks = Le thread i veut le mot { $stride } i, qui est dans le banc { $stride } i mod { $threads }. Chaque banc sert un mot par cycle.
step-no-conflict = Il n’y a pas de conflit.
step-conflict = Un conflit à { $most } : { $most } fois plus long que sans.
step-wait = En attente : { $count }.
step-bank-cycle = Cycle { $cycle } : { $served } threads sur { $threads } reçoivent leur mot.
step-three-digits = Une machine à trois chiffres décimaux additionne { $count } nombres. Leur somme exacte est { $exact }.
step-rounded-back = Depuis la gauche : { $sum } + { $value } = { $whole }, que trois chiffres ramènent à { $next }. Le { $value } est perdu.
step-from-left = Depuis la gauche : { $sum } + { $value } = { $next }.
step-sums = La somme est { $sum } ; depuis la gauche, c’était { $left }, et exactement { $exact }.
step-in-pairs = En arbre : les voisins s’additionnent, puis leurs sommes.
step-same-path = toutes prennent le même chemin
step-paths = elles prennent { $paths } chemins
step-divergence = Les { $lanes } voies d’un sous-groupe partagent une seule instruction à la fois. À un branchement, { $what }.
step-nothing-lost = Rien ne se perd.
step-took = Cela a pris { $paths } fois le temps d’un seul chemin.
step-path = Chemin { $path } : { $lanes } voies travaillent, { $waiting } attendent.
step-at-work = Cycle { $cycle } : le sous-groupe { $group } travaille, puis attend la mémoire { $latency } cycles.
step-idle = Cycle { $cycle } : tous attendent la mémoire, et le processeur est inactif.
step-busy = Occupé jusqu’ici : { $percent } %.
step-waves = { $count } groupes de travail de même longueur, et { $processors } processeurs qui en prennent un chacun.
step-processors-idle = { $idle ->
    [one] Un processeur est inactif.
   *[other] { $idle } processeurs sont inactifs.
}
step-wave = Vague { $wave } sur { $waves }.
step-new-wave = Un groupe de travail de plus que { $groups } commence une nouvelle vague.
step-one-address = { $threads } threads ajoutent 1 à la même adresse. Une addition atomique ne laisse personne s’intercaler.
step-addresses = { $threads } threads ajoutent 1 à { $addresses } adresses. Chaque adresse est une file à elle seule.
step-done = Fini après { $turns } tours.
step-turn = Tour { $turn } : { $served } { $served ->
    [one] thread est servi
   *[other] threads sont servis
}.
step-dispatches = Un travail qui remplit le GPU pendant { $work } instants, en { $count } lancements. Démarrer un lancement prend aussi un instant.
step-in-all = En tout { $moments } instants, dont { $starting } pour démarrer.
step-dispatch = Le lancement { $dispatch } sur { $count } démarre, puis travaille { $each } instants.
step-copies = La mémoire du programme peut bouger ou être mise sur disque : le GPU ne peut pas la lire. Une copie passe par la mémoire de transit.
step-first-block = Le processeur copie le premier bloc dans la mémoire de transit.
step-two-blocks = Pendant que le bloc { $moved } traverse le bus, le processeur copie le bloc { $staged }.
step-last-block = Le dernier bloc traverse le bus. C’est la largeur du bus, et non la mémoire du GPU, qui fixe la vitesse.

# The workbench, by names of kernels

bench-rung-1-title = Gravité : un thread par corps
bench-rung-1-about = Chaque thread prend un corps et additionne les attractions de tous les autres sur lui. C’est juste et simple, mais chaque thread lit lui-même tous les corps en mémoire.
bench-rung-1-result = corps { $place }
bench-rung-1-binding-bodies = masse, position et vitesse de chaque corps ; le kernel écrit son accélération
bench-rung-1-break-1 = Le dernier groupe de travail a plus de threads qu’il ne reste de corps. Sans le test, les threads en trop lisent et écrivent au-delà de la fin du tableau. Les contrôles à l’exécution de l’établi écartent ces accès, et le résultat peut donc être juste ici ; sans eux, d’autres données seraient écrasées.
bench-rung-1-break-2 = La boucle s’arrête un corps trop tôt : aucun corps ne sent le dernier. Les erreurs sont petites, et c’est là le danger : une image paraîtrait juste.
bench-rung-1-break-3 = Sans adoucissement, les voisins proches attirent beaucoup trop fort, et chaque résultat est un peu faux.
bench-rung-1-exercise-1 = Accélérez-le : le test j != i est-il nécessaire ?
bench-rung-1-hint-1 = Le vecteur d’un corps à lui-même est nul et, avec l’adoucissement, le facteur qui le multiplie est fini. Qu’apporte alors ce terme ?
bench-rung-1-exercise-2 = Accélérez-le : remplacez la racine carrée et la division.
bench-rung-1-hint-2 = WGSL a inverseSqrt(x), une seule instruction sur la plupart des GPU.
bench-rung-6-title = Gravité : des tuiles en mémoire de groupe
bench-rung-6-about = Les 256 threads d’un groupe de travail chargent ensemble 256 corps dans la mémoire qu’ils partagent, puis font la somme sur eux avant de charger les suivants : chaque corps est lu en mémoire globale une fois par groupe de travail au lieu d’une fois par thread. Des barrières séparent chargement et somme.
bench-rung-6-result = corps { $place }
bench-rung-6-binding-mass = les masses
bench-rung-6-binding-posx = les positions selon x
bench-rung-6-binding-posy = les positions selon y
bench-rung-6-binding-posz = les positions selon z
bench-rung-6-binding-accx = les accélérations selon x, que le kernel écrit
bench-rung-6-binding-accy = les accélérations selon y, que le kernel écrit
bench-rung-6-binding-accz = les accélérations selon z, que le kernel écrit
bench-rung-6-break-1 = Un thread peut lire des places de la tuile que d’autres n’ont pas encore écrites : une situation de compétition (data race). Il fait alors la somme sur des corps de la tuile précédente, ou sur rien. Les GPU qui font marcher au pas tout un groupe de travail peuvent tomber juste par hasard.
bench-rung-6-break-2 = Un thread rapide peut charger sa part de la tuile suivante pendant que des threads lents lisent encore celle-ci : une situation de compétition. Certains corps comptent deux fois, d’autres pas du tout. Le résultat peut être juste par hasard.
bench-rung-6-break-3 = La dernière tuile n’est pas pleine. Ses places en trop contiennent des copies du dernier corps, qui ne doivent pas avoir de masse ; avec une masse, le dernier corps compte de nombreuses fois.
bench-rung-6-exercise-1 = Accélérez-le : rangez chaque corps de la tuile dans un seul vec4f au lieu de quatre nombres dans quatre tableaux.
bench-rung-6-hint-1 = var<workgroup> tile: array<vec4f, WORKGROUP>; une seule lecture apporte alors position et masse.
bench-rung-6-exercise-2 = Accélérez-le : écrivez plusieurs termes par itération de la boucle intérieure.
bench-rung-6-hint-2 = Avancez de 4 en 4 et appelez pull quatre fois, avec k, k + 1, k + 2 et k + 3 : compteur et test ne se paient qu’une fois pour quatre termes.
bench-rung-6-exercise-3 = Trouvez la meilleure taille de groupe de travail.
bench-rung-6-hint-3 = Donnez à WORKGROUP la valeur 64, 128 ou 512. De grandes tuiles économisent des lectures ; de petits groupes de travail laissent plus de choix au GPU.
bench-block-sums-title = Réduction : des sommes par un arbre
bench-block-sums-about = Chaque groupe de travail fait la somme d’un bloc de 1024 nombres : chaque thread en additionne quelques-uns, puis la moitié des threads ajoute les sommes de l’autre moitié, puis un quart, un huitième … La somme du bloc est enregistrée et ajoutée au total.
bench-block-sums-result = bloc { $place }
bench-block-sums-binding-source = les nombres
bench-block-sums-binding-sums = la somme de chaque bloc, que le kernel écrit
bench-block-sums-binding-total = la somme de tout ; 0 au départ
bench-block-sums-break-1 = Un tour lit ce que d’autres threads ont additionné au tour précédent, peut-être avant qu’ils ne l’aient fait : une situation de compétition (data race). Les GPU qui font marcher au pas de nombreux threads peuvent tomber juste par hasard : c’est ainsi que se cachent ces erreurs.
bench-block-sums-break-2 = Le dernier bloc n’est pas plein. Sans le test, ses threads lisent au-delà de la fin ; les contrôles à l’exécution de l’établi leur donnent un autre élément ou zéro. Le dernier bloc et le total peuvent donc être trop grands.
bench-block-sums-break-3 = Lire, additionner et enregistrer font maintenant trois étapes. Si deux groupes de travail lisent le même total, l’une de leurs sommes est perdue. Tous les blocs sont justes, mais le total est trop petit, ou juste avec de la chance.
bench-block-sums-break-4 = La boucle s’arrête un tour trop tôt : il manque à la somme de chaque bloc ce que tient le deuxième thread.
bench-block-sums-exercise-1 = Accélérez-le : essayez d’autres tailles de groupe de travail.
bench-block-sums-hint-1 = Le bloc garde 1024 nombres : avec WORKGROUP = 64, chaque thread en additionne d’abord 16 à lui seul, ce qui ne demande aucune barrière.
bench-block-sums-exercise-2 = Ralentissez-le, pour voir pourquoi il n’est pas écrit ainsi : faites lire à chaque thread des nombres voisins.
bench-block-sums-hint-2 = Commencez à i = 4u * thread et avancez de 1 en 1, quatre fois. Des threads voisins ne lisent alors plus des mots voisins.
bench-block-sums-exercise-3 = Faites-lui calculer le plus grand nombre de chaque bloc ; l’établi comptera alors tous les blocs comme faux. Pourquoi ?
bench-block-sums-hint-3 = max(a, b) prend la place de +, et atomicMax celle d’atomicAdd. La référence, elle, fait toujours la somme.
bench-block-scan-title = Scan : des sommes cumulées
bench-block-scan-about = Chaque résultat est la somme des nombres de son bloc jusqu’au sien compris. Tour après tour, chaque thread ajoute la somme du thread situé 1, 2, 4, 8 … places avant lui. Tous doivent avoir lu avant que l’un d’eux n’écrive, et inversement : deux barrières par tour.
bench-block-scan-result = nombre { $place }
bench-block-scan-binding-source = les nombres
bench-block-scan-binding-result = leurs sommes cumulées, que le kernel écrit
bench-block-scan-break-1 = Un thread rapide écrase sa somme avant que le thread qui a besoin de l’ancienne ne l’ait lue : une situation de compétition (data race). Certains nombres comptent alors deux fois. Le résultat peut être juste par hasard.
bench-block-scan-break-2 = Un thread rapide lit une somme du tour précédent : une situation de compétition, et des nombres manquent. Le résultat peut être juste par hasard.
bench-block-scan-break-3 = Les premiers threads n’ont personne aussi loin avant eux. Sans le test, thread - distance passe sous zéro, ce qui donne une valeur énorme pour un nombre sans signe ; les contrôles à l’exécution fournissent un autre élément à la place.
bench-block-scan-exercise-1 = Accélérez-le : économisez l’une des deux barrières.
bench-block-scan-hint-1 = Avec deux rangées, soit 2 * WORKGROUP places, chaque tour lit l’une et écrit l’autre ; le suivant les échange.
bench-block-scan-exercise-2 = Rendez-le juste pour des blocs de 256 nombres avec 128 threads.
bench-block-scan-hint-2 = Chaque thread prend deux voisins et les additionne ; les threads font le scan de ces sommes, puis le premier des deux reçoit la somme du thread moins le second. Chaque groupe de travail n’a que 128 threads : il démarre donc deux fois plus de groupes que nécessaire.
bench-bins-title = Histogramme : compter de façon atomique
bench-bins-about = De nombreux threads comptent aux mêmes 64 places et doivent donc additionner de façon atomique : en une seule étape, où rien ne peut s’intercaler. Chaque groupe de travail compte d’abord dans sa propre mémoire, où s’attendre coûte peu.
bench-bins-result = case { $place }
bench-bins-binding-source = les nombres, tous inférieurs à 256
bench-bins-binding-result = les comptes ; 0 au départ
bench-bins-break-1 = Les threads qui comptent en même temps dans la même case (bin) lisent le même ancien compte, et toutes leurs additions sauf une sont perdues : les comptes sont trop petits.
bench-bins-break-2 = Les premiers threads ajoutent les comptes au résultat avant que d’autres n’aient compté : une situation de compétition (data race). Ce qui vient plus tard est perdu. Le résultat peut être juste par hasard.
bench-bins-break-3 = Le dernier groupe de travail a plus de threads qu’il ne reste de nombres. Les threads en trop lisent au-delà de la fin, et les contrôles à l’exécution leur donnent un autre élément ou zéro, qui est alors compté en trop.
bench-bins-exercise-1 = Ralentissez-le, pour voir à quoi sert la mémoire de groupe : comptez directement dans le résultat.
bench-bins-hint-1 = atomicAdd(&result[bin], 1u), et rien d’autre. Le ralentissement dépend du nombre de threads qui se rencontrent dans une case.
bench-bins-exercise-2 = Accélérez-le : faites compter plusieurs nombres à chaque thread.
bench-bins-hint-2 = Il y a un thread par nombre : il démarrera donc plus de groupes de travail que nécessaire. Donnez 1024 nombres à chaque groupe de 256 threads, et terminez par return les groupes sans nombres, tous leurs threads ensemble.
bench-rung-1-binding-params = combien il y a de corps, et le carré de la longueur d’adoucissement
bench-rung-6-binding-params = combien il y a de corps, et le carré de la longueur d’adoucissement
bench-block-sums-binding-params = combien il y a de nombres
bench-block-scan-binding-params = combien il y a de nombres
bench-bins-binding-params = combien il y a de nombres
bench-total = total
break-the-bound-of-the-bodies = Borne sur les corps
break-the-bound-of-the-loop = Borne de la boucle
break-softening = Adoucissement
break-the-barrier-before-the-sum = Barrière avant la somme
break-the-barrier-after-the-sum = Barrière après la somme
break-the-bound-of-the-last-tile = Borne de la dernière tuile
break-the-barrier-between-the-rounds = Barrière entre les tours
break-the-bound-of-the-numbers = Borne sur les nombres
break-the-atomic-addition = Addition atomique
break-the-last-round = Dernier tour
break-the-barrier-before-writing = Barrière avant l’écriture
break-the-barrier-after-writing = Barrière après l’écriture
break-the-bound-of-the-block = Borne du bloc
break-the-atomic-count = Comptage atomique
break-the-barrier = Barrière

# Texts

text-sentences = { $first } { $next }

# Texts

mark-time = { $time } ms, { $place }
mark-of = { $name }, { $place }

# Texts

wrong-element = sur { $count } éléments, le résultat numéro { $place } est { $result } et non { $expected }
wrong-number = { $results } résultats au lieu de { $expected }
wrong-accelerations = la médiane de l’erreur de ses accélérations est { $error }
wrong-percentile = le 99e centile de l’erreur de ses accélérations est { $error }
wrong-bodies = il contient { $some } corps sur { $all }
wrong-loops = le pilote a terminé ses boucles trop tôt
wrong-sum = la somme est { $sum } et non { $exact } ; l’arrondi permet { $most }
wrong-transform = son erreur relative est de { $error }
wrong-solution = son erreur est de { $error }
wrong-bits = { $runs } exécutions dans un ordre fixe ont donné { $results } résultats : { $bits }
wrong-neither = le résultat numéro { $place } est { $result } ; fusionné, il vaut { $fused }, séparé { $separate }
