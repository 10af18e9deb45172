# The laboratory: experiments, charts and tables, drawings, the workbench.

# Experiments, by name

experiment-workgroup-size-title = Threads per workgroup
experiment-workgroup-size-about = The same threads with the same work, in workgroups of 1 to 1,024. A workgroup with fewer threads than a subgroup has lanes leaves the others idle: one thread per workgroup wastes 31 of 32 on NVIDIA's GPUs. Above that, a multiprocessor holds a limited number of workgroups, so small ones do not fill it. Beyond 128 or 256 the size hardly matters, except that the last workgroups of a launch finish later the larger they are. The number is that of threads.
experiment-block-scaling-title = More and more workgroups
experiment-block-scaling-about = Each workgroup of 256 threads has the same work. A few of them take as long as one, because each gets a separate multiprocessor and the others idle. Once every multiprocessor has one, the next must share: the time rises in a step, stays constant, and rises again when there is one more than twice as many. So a launch needs many workgroups, several times as many as there are multiprocessors, or a number that just fills them.
experiment-block-scaling-difference-1 = The number is that of workgroups.
experiment-block-scaling-difference-2 = A software adapter has one multiprocessor per core of the processor, and other work on the system disturbs it.
experiment-occupancy-title = Hiding latency
experiment-occupancy-about = Every thread follows a chain through memory: it cannot read on before the last word has arrived, which takes hundreds of cycles. A multiprocessor hides that by running as many other subgroups meanwhile as it holds. Here each workgroup of 64 threads takes up more and more workgroup memory without using it, so fewer fit at a time, and less latency is hidden: beyond a certain amount, twice the memory takes twice as long. Registers limit the number in the same way. The number is that of threads.
experiment-occupancy-difference-1 = A software adapter runs one workgroup after the other on each core and hides nothing, so the amount makes no difference.
experiment-launches-title = The cost of a launch
experiment-launches-about = Kernels with a single thread that counts: what takes time is launching them. A single launch costs the way to the GPU and back, tens of microseconds. Many launches in one pass follow each other on the GPU within a few microseconds, since each waits only for what the one before has written. Passes add little. Each submission costs work in the driver, and waiting after each costs the whole way every time. That is why Starshell records many steps into one submission.
experiment-launches-difference-1 = The host's clock is used: recording, submitting, running and waiting all count.
experiment-coalescing-title = Coalesced reads
experiment-coalescing-about = Every word of a large buffer is read once, in different orders. Memory moves in lines of 32 to 128 bytes. At stride 1, the threads of a subgroup read a few whole lines. The farther apart the words of neighbouring threads are, the more lines they touch, and the less of each line they use before caches lose it: the speed falls to an eighth or less, and then no further, because no word needs more than one line. A random order is as bad, and also defeats prefetching. The number is that of words, rounded down to a power of two.
experiment-coalescing-difference-1 = The speed counts the words read, not the lines moved for them.
experiment-coalescing-difference-2 = If the buffer fits into a cache, as it may on a processor, lines wait there for their other words and less is lost.
experiment-bank-conflicts-title = Bank conflicts
experiment-bank-conflicts-about = Workgroup memory consists of banks, 32 on most GPUs, each of which delivers one word at a time. Threads that read neighbouring words use all banks at once. At stride 2 they use every other bank, and each of those has to serve two threads; at stride 32, a single bank serves them all, one after the other. One word more, a stride of 33, spreads them over different banks again: that is why matrices in workgroup memory get an unused column. The number is that of threads.
experiment-bank-conflicts-difference-1 = A software adapter has no banks: its workgroup memory is ordinary memory in a cache, and all strides cost about the same.
experiment-roofline-title = The roofline
experiment-roofline-about = A kernel is limited by memory or by arithmetic. Which one follows from a ratio: its operations per byte requested from global memory. To the left of the ridge the roof is memory's speed times that ratio, to the right it is the peak of the arithmetic. Reductions and scans do few operations per byte, and run at memory's speed if they are good. A sum over all pairs that shares what it loads has hundreds of operations per byte, and only arithmetic limits it. One that loads every body for every interaction lies above the roof: caches answer most of its requests. The number is that of elements or bodies.
experiment-roofline-difference-1 = Both parts of the roof are measured: bytes read and written by a copy, and fused multiply-adds of two operations.
experiment-roofline-difference-2 = Bytes are those that the algorithm requests, not those that move; each row says how they are counted.
experiment-roofline-difference-3 = Interactions count 20 operations as in the texts, on the ladder as many as the rung's text has. Roots cost more than one instruction and not everything is a multiply-add, so even a perfect kernel stays below the roof.
experiment-divergence-title = Divergent threads
experiment-divergence-about = Each thread takes one of 32 paths, all of the same length. The threads of a subgroup share one stream of instructions: 32 of them on NVIDIA's GPUs. If neighbours choose differently, the subgroup takes every chosen path in turn, and the other threads wait. Twice as many paths take twice as long, until every thread has a different one. If 32 consecutive threads choose the same, there are as many paths but nothing is lost: branches cost nothing as such, only disagreement does. The number is that of threads.
experiment-divergence-difference-1 = A software adapter has narrow vectors, 8 threads for instance, instead of 32: more paths than these cost nothing more.
experiment-atomics-title = Atomic additions
experiment-atomics-about = Random words are added to counters. Additions to one address have to wait for each other, wherever they come from; additions to different addresses do not. So 256 counters, a histogram, are faster than one, and one counter per thread has no contention at all. But most waiting can be avoided: a thread, a subgroup or a workgroup first adds up its values, and adds the sum once. For histograms, workgroup memory has its own atomic additions. The number is that of words.
experiment-atomics-difference-1 = Compilers may add up what a subgroup sends to one address, which is what the subgroup's variant does by hand. Then both are as fast.
experiment-atomics-difference-2 = On a software adapter two or more cores compete; its subgroups are as wide as the processor's vectors.
experiment-copies-title = Copies between host and GPU
experiment-copies-about = Random bytes go from the host to the GPU, from one buffer to another on the GPU, and back to the host. Small copies take as long as an empty one: their speed grows with their size, until the bus or the memory is the limit. The bus to the host is far slower than the GPU's own memory, by a factor of 10 to 100. So data stays on the GPU: Starshell uploads the bodies once, and reads back only what is needed.
experiment-copies-difference-1 = Copies to and from the GPU include what a program waits for: the copy to or from memory that both can access, the submission and the wait; on the way back also allocating that memory.
experiment-copies-difference-2 = Bytes count once, though a copy on the GPU reads and writes each.
experiment-copies-difference-3 = A software adapter's memory is the host's: all three copy within it.
experiment-reduction-sizes-title = Reductions by size
experiment-reduction-sizes-about = A few elements leave most of a GPU idle, and the time is that of starting a kernel and waiting for it: the rate rises with the number until memory limits it. Numbers that fit into a cache can be read faster than from memory. The processor starts at once, so it leads for small numbers.
experiment-reduction-sizes-difference-1 = The text gives times for 4M elements and a rate for 32M; this is the curve between and below.
experiment-reduction-blocks-title = Reductions by size of workgroup
experiment-reduction-blocks-about = A large workgroup has a tall tree, whose upper levels leave most threads idle, and few large workgroups fit on a processor. A small one has a low tree, but leaves more totals for the next pass, and has too few threads to hide the latency of memory. If each thread adds many elements first, the size hardly matters.
experiment-reduction-blocks-difference-1 = The text gives times for workgroups of 128 threads only.
experiment-scan-operators-title = Scans by any operator
experiment-scan-operators-about = A scan only requires its operator to be associative: a (b c) = (a b) c. The same kernels run sums, extremes, and the composition of maps x -> a x + b, whose order matters and which solves linear recurrences. An exclusive scan leaves out each element itself, so the first result is the operator's identity.
experiment-scan-operators-difference-1 = The text gives no times.
experiment-scan-operators-difference-2 = The text's own kernels are here for sums.
experiment-sort-sizes-title = Radix sorts by size
experiment-sort-sizes-about = Keys per second against the number of keys. Each pass of a radix sort starts several kernels, so few keys take as long as many, and the processor's sorts win there. With many keys, memory limits the rate.
experiment-sort-sizes-difference-1 = The text gives no times.
experiment-nbody-formulations-title = Eight formulations
experiment-nbody-formulations-about = The same sum on the processor and on the GPU: plain loops over structures and over arrays, SSE, all cores; then one GPU thread per body with sources from global memory, from workgroup memory, from another lane's registers, from constant memory; and each pair once, with atomic additions. The text hoped that Newton's third law would pay one day. With atomics it still costs more than it saves; with sums in a fixed order in workgroup memory it pays (symmetric).
experiment-nbody-formulations-difference-1 = Whole steps are timed: the forces and a leapfrog update.
experiment-nbody-formulations-difference-2 = The text's kernels are cpu-aos-packed, cpu-soa-serial, cpu-sse, cpu-sse-threaded, naive, atomic-triangle, tile and shuffle. Beside them: whole bodies as structures, the widest vectors of this machine, and a circle instead of the triangle, which balances the work.
experiment-nbody-formulations-difference-3 = On processors other than x86-64, the four lanes are an array and roots are exact: they have no estimate of 12 bits.
experiment-nbody-formulations-difference-4 = Bodies may have different masses, so the pull of a pair is multiplied by a mass for each of its bodies.
experiment-nbody-formulations-difference-5 = Constant memory holds 64 KiB: 4,096 bodies per batch, 4,000 in the text.
experiment-nbody-formulations-difference-6 = The text contradicts itself: naive, shared and atomic kernels take 62, 55 and 90 ms at 8,192 bodies in one place, and 62, 55 and 93 ms at 16K in another. Both are listed with the rows. Its table has other times.
experiment-nbody-formulations-difference-7 = The text's last variants run on several GPUs, with a host thread each or one for all. Starshell uses one GPU.
experiment-nbody-threads-title = Threads per body
experiment-nbody-threads-about = With few bodies there are fewer threads than a GPU can run, and most of it is idle. Several threads per body, each of which sums over a part of the sources, fill it, at the price of adding their sums. With enough bodies, splitting only adds cost. The text found the limit at 4,096 bodies; the wider the GPU, the higher it is.
experiment-nbody-threads-difference-1 = Whole steps are timed: the forces and a leapfrog update.
experiment-nbody-cpu-title = The processor, by bodies and threads
experiment-nbody-cpu-about = The honest baseline: a plain loop, SIMD on one core, and SIMD on all cores, against the number of bodies. Unlike a GPU, a processor is as fast with few bodies as with many, until threads have too little to share.
experiment-nbody-cpu-difference-1 = The text's processor reached 0.2 to 2 GFLOP/s; it does not say which of its curves belongs to which formulation.
experiment-nbody-cpu-difference-2 = The text compiled CUDA for the processor. The same is done here for WGSL by a software adapter: lavapipe compiles a kernel for the processor's vectors and threads.
experiment-nbody-cpu-difference-3 = The text's 2, 4 and 8 cores ran its kernel 2.0, 3.97 and 7.94 times as fast as one; here the kernel has vectors.
experiment-nbody-frames-title = Bodies on screen
experiment-nbody-frames-about = The rotating shell as the text ran it: a step and a picture of all bodies per frame. The picture here has glow, diffuse light and a tone map, and is 1920 by 1080.
experiment-nbody-frames-difference-1 = The picture is drawn but not shown, so no display limits the rate.
experiment-nbody-members-title = Members and ranks
experiment-nbody-members-about = Several members share each force pass: each gets all positions and sums for its portion of the bodies or pairs. Members of one process are devices, driven by a host thread each or by one for all; ranks are processes that exchange by MPI, on one machine or many. What a member gains must exceed what the exchange costs, so that few bodies are best computed alone.
experiment-nbody-members-difference-1 = The text measures no times of several GPUs. Where a machine has fewer adapters than members, several devices share one and divide its speed; what is lost then is the exchange.
experiment-nbody-members-difference-2 = On a software adapter, devices compute with the adapter and ranks with the processor, all on the same cores. Ranks need a program built with the feature mpi, and mpirun.
experiment-nbody-ladder-title = The tuning ladder
experiment-nbody-ladder-about = Twelve versions of one kernel. Each changes one thing in the version before, so the table shows what each change is worth on this machine. A single GPU thread is far slower than a processor's; one thread per body reverses that. The later steps shaped GPU programming for a decade, and some have lost their value: caches do what tiles in workgroup memory did, and compilers unroll. The last rows are what the texts lack: several bodies per thread, each pair once, a tree.
experiment-nbody-ladder-difference-1 = Forces alone are timed, not the integration, which takes less than a percent.
experiment-nbody-ladder-difference-2 = Rung 11, flush to zero and fast mathematics, is a switch of NVIDIA's compiler; WGSL leaves both to the driver.
experiment-nbody-ladder-difference-3 = Speed-ups published for rung 3 are those of 1,000 bodies; for the third GPU, of 3,000 and 300,000 bodies instead of 1,000 and 100,000.
experiment-nbody-ladder-difference-4 = A compiler may fuse a product and a sum before rung 9: WGSL allows it.
experiment-nbody-ladder-difference-5 = The last rung in double precision takes WGSL's root, which drivers compute in several steps, as CUDA does.
experiment-reduction-title = Seven reductions
experiment-reduction-about = Adding up integers is limited by memory: a perfect kernel reads as fast as a copy. In the text the first one takes thirty times as long as the last, because its threads diverge; the next removes the divergence, then the bank conflicts, then idle threads, then the last barriers, and finally each thread adds many elements before the tree begins. Later kernels read four elements at once and leave the tree to the subgroup.
experiment-reduction-difference-1 = Kernels 5 to 7 (in-step) leave out the barriers and tests of the last warp, which here is a subgroup with as many threads as the adapter's have. The text relied on lockstep, which no GPU guarantees any more; subgroup barriers replace it. The same kernels with all their barriers, which run on any adapter, are listed beside them.
experiment-reduction-difference-2 = Blocks have 128 threads, as in the text. Kernel 7 has at most 256 of them, the text 64 to 256; many-elements has 2,048.
experiment-reduction-difference-3 = Gigabytes count the elements; the text's card can move at most 86.4 per second. For a copy they count twice, read and written.
experiment-scan-title = Scans
experiment-scan-about = A scan replaces each element by the sum up to it: [3 1 7 0 4 1 6 3] becomes [3 4 11 11 15 16 22 25]. A loop does it in n additions, one after the other. The scan by Hillis and Steele takes log n rounds and n log n additions; Blelloch's tree goes up and down in 2 log n rounds with only a few more additions than the loop. Today's scan goes over the elements once, while tiles look up what earlier tiles have published.
experiment-scan-difference-1 = The text gives no times.
experiment-scan-difference-2 = Hillis and Steele's scan to the letter works in place, with two barriers per round. Next to it is one with two rows, where each round reads one and writes the other, with one barrier.
experiment-sort-title = Radix sorts
experiment-sort-about = Keys are sorted from the lowest digit to the highest, each time without disturbing the order so far. With single bits that takes 32 passes over the keys, each of them a scan; with four bits at a time it takes 8, with eight bits 4. Today's sort does each pass in one sweep.
experiment-sort-difference-1 = The text gives no times.
experiment-sort-difference-2 = To the letter (one-block-in-place, one-bit-by-ones), a partition scans the ones inclusively; in one block, a single row holds keys, ones and keys again. one-block has two rows per scan and a row of keys, one-bit scans the zeros exclusively.
experiment-sort-difference-3 = One block holds at most 1,024 keys, one key per thread.
experiment-poisson-title = Poisson's equation
experiment-poisson-about = A Fourier transform turns derivatives into products: each wave of the source is divided by -(kx² + ky²), and transformed back it is the potential. The source is the Laplacian of a Gaussian on a periodic square, so the potential is known. The three versions of the text differ in where the division gets its wave numbers from. Real transforms take half of the memory, and columns that go forth, are divided and come back in one pass read memory three times in place of seven. Multigrid needs no transform: it relaxes on grids of several sizes.
experiment-poisson-difference-1 = The text computes the wave numbers on the host for all versions; here the first computes them in each thread.
experiment-poisson-difference-2 = The third version of the text loads only the first wave number of each workgroup into shared memory, a slip. Here all are loaded.
experiment-poisson-difference-3 = The published times of a whole solution are those of its kernels, without copies. Both numbers of widen are from the text: at first, and tuned.
experiment-poisson-difference-4 = Multigrid solves for differences of five points, so its error is that of the differences: it falls with the square of the distance of points.
experiment-barnes-hut-kernels-title = Six activities of a step
experiment-barnes-hut-kernels-about = A step of a tree code finds the box around all bodies, builds the tree, sums up its cells from the leaves to the root, sorts the bodies by place, walks the tree for each of them, and moves them. In the text the walk takes nearly all of the time; the faster it gets, the more the others matter.
experiment-barnes-hut-kernels-difference-1 = Here bodies are sorted before the tree is built, from their keys; in the text they are inserted with locks and sorted afterwards.
experiment-barnes-hut-kernels-difference-2 = The text's published figures are those of 5,000,000 bodies in single precision. Its times in double precision have no counterpart: a tree here sums in single precision, and keeps positions with 47 bits if asked to.
experiment-barnes-hut-kernels-difference-3 = GFLOP/s count 23 operations per body or monopole and 65 per quadrupole that pulls, for the walk alone. The text counts the other activities too, and bytes per second, which are not counted here.
experiment-barnes-hut-kernels-difference-4 = The text's cells have 3.1 children on average and hold single bodies; leaves here hold up to 40.
experiment-barnes-hut-parallelism-title = Parallelism, level by level
experiment-barnes-hut-parallelism-about = The number of nodes that can be processed at once. The root is alone, so it leaves the GPU unused; each level below has up to eight times as many, until most branches end in leaves and only the dense middle of the cluster continues. Building goes down these levels and summing goes back up. The walk has as many threads as there are bodies throughout.
experiment-barnes-hut-parallelism-difference-1 = The text gives a figure without numbers.
experiment-barnes-hut-parallelism-difference-2 = Its rounds of building are those of inserting bodies one level deeper; here all nodes of all levels are found at once from the sorted keys, and only summing up goes level by level.
experiment-barnes-hut-parallelism-difference-3 = Rates are nodes per level; milliseconds are those of building and summing up the whole tree.
experiment-barnes-hut-ideas-title = Single ideas of a tree code
experiment-barnes-hut-ideas-about = The text switches off one idea after another and reports how much slower its tree code becomes. Two ideas are worth most: bodies sorted by place, and neighbours that walk together. Each is compared here with the same tree without it. Many of the others repair the cost of inserting with locks, and have no counterpart in a tree built from sorted keys.
experiment-barnes-hut-ideas-difference-1 = Without sorting, a group of bodies that are far apart walks together and opens almost everything, as in the text.
experiment-barnes-hut-ideas-difference-2 = Without walking together, each body has a thread and opens what it needs, which also makes fewer interactions.
experiment-barnes-hut-ideas-difference-3 = The text's threads are those of a GPU; here the processor's tree runs on one thread and on all.
experiment-barnes-hut-title = Where the tree overtakes
experiment-barnes-hut-about = The direct sum takes n² interactions, the tree about n log n, but each of the tree's interactions costs more, and the tree has to be built. So the direct sum wins for few bodies: below about 15,000 in the text. The faster the direct sum, the later the crossing. The processor's tree has the same settings and errors.
experiment-barnes-hut-difference-1 = The tree opens by accuracy and has quadrupoles; the text's opens by an angle and has monopoles.
experiment-barnes-hut-difference-2 = It sorts bodies and finds nodes from common prefixes, where the text inserts bodies with locks. So its six activities have counterparts, but not its single ideas about locks, fences and throttling.
experiment-barnes-hut-walks-title = Walking together
experiment-barnes-hut-walks-about = Neighbouring bodies see nearly the same cells. If a group of them walks the tree together, each node is read once for all; if the bodies are not sorted, a group is scattered and opens almost everything, and the idea is worth nothing. The text measured 3.6 to 8.2 times for sorting and 6.2 to 8.6 times for walking in step, with 50,000 to 5,000,000 bodies.
experiment-barnes-hut-walks-difference-1 = The text's speed-ups are each against the version without that single idea; here both are against bodies that walk alone and unsorted.
experiment-one-sum-title = One sum, many results
experiment-one-sum-about = The same numbers, positive and negative and of very different magnitude, are added up in many orders and precisions. Every addition rounds, so each order has a different result, and none of them is wrong: all lie within the theoretical bound for their order. Orders with short chains of additions, as in a tree, have smaller errors than a loop; compensated sums and twice the precision have almost none. A fixed order gives the same bits in every run, on a GPU too. Additions in order of arrival do not: each of ten runs may end with other bits. The number is that of numbers to add.
experiment-one-sum-difference-1 = Errors are measured against the exact sum, in integers, and given in units of the last place of single precision.
experiment-one-sum-difference-2 = On a software adapter few threads compete, so an order left to chance may come out the same in every run.
experiment-fused-title = Fused or not
experiment-fused-about = a · b + c, where c is the rounded product with its sign changed. If the product is rounded before the sum, nothing is left: 0. If only the result is rounded, as in a fused multiply-add, the sum is what rounding the product would have lost. Both are right. A processor does what the program says; a GPU's compiler may fuse a product and a sum in one expression, and WGSL allows it either way even for fma(). So the same text may give different bits on two machines. The number is that of triples.

# What an experiment varies along its axis

axis-level = level
axis-threads-per-workgroup = threads per workgroup
axis-paths-per-32-threads = paths per 32 threads
axis-stride-in-words = stride in words
axis-workgroups = workgroups
axis-kib-of-workgroup-memory-per-workgroup = KiB of workgroup memory per workgroup
axis-launches = launches
axis-bytes = bytes
axis-flop-per-byte = flop per byte
axis-number = number
axis-members = members

# What cases do differently from those before

note-cpu-wgsl = The GPU's own program on the processor, by a software adapter such as lavapipe
note-tree-all = In the text's walk a body touches 818 to 6,315 nodes, 4,117 on average, in a tree of up to 22 levels.
note-random-order = Neighbouring threads read unrelated words
note-copy = Reads and writes 16 bytes per thread; both count
note-one-address = Every word is added to the same address
note-threads-sums = A thread adds up its 16 words in a register
note-subgroups-sums = A subgroup adds up a word of each of its threads in registers
note-workgroups-sums = A workgroup adds up 4,096 words atomically in its memory
note-histogram = A histogram: eight bits of the word choose the counter
note-histogram-in-workgroups = A histogram in workgroup memory, added to the other at the end
note-counter-per-thread = 16 additions to the same address, without contention
note-fused-multiply-add = 16 independent chains per thread, two operations each
note-reduction = An addition per element of four bytes, which is read once
note-scan = An addition, here of integers, per element of four bytes, which is read once and written once
note-naive = Every thread reads the 16 bytes of a body for every interaction
note-tree = Built and walked. 23 operations per body or monopole, 65 per quadrupole; 64 bytes per node that a group's walk looks at, and 16 per body that pulls on the group. Building counts as time without operations
note-one-thread = The processor's loop: the same additions in the same order, unless the driver reorders them
note-tree-halves = Blocks of 128; the upper half is added to the lower
note-tree-neighbours = Blocks of 128; neighbours are added first
note-four-at-once = Threads add up many numbers, four at a time, before the tree
note-subgroups = The same, with the adapter's own sums of subgroups
note-library = Starshell's reduction, in one workgroup of 256 threads
note-library-16 = The same in 16: other parts, other bits
note-library-gpus = The same in up to 2,048, as it runs on GPUs
note-library-software = The same in up to 256 of 8 threads, as it runs on software adapters
note-atomic-additions = Blocks of 128 add their totals as they come
note-exchange = Threads add up 16 numbers each, and add their sums as they come
note-two-floats = Every number is a sum of two, the second of which holds the remainder of the first
note-double = The library's reduction of 64-bit numbers, where the adapter has them
note-ladder = { $operations } operations and { $words } words of global memory per interaction, as its text says
note-shared = A workgroup does { $bodies } interactions with each body for which it moves { $bytes } bytes
note-rung = Per interaction: { $operations } operations, { $global } words from global memory, { $workgroup } from workgroup memory.

# Names of cases

variant-tree = tree
variant-thread-per-device = one thread per device
variant-thread-for-all = one thread for all devices
variant-ranks = ranks by MPI
variant-processor = processor
variant-cpu-simd-on-2-threads = cpu-simd on 2 threads
variant-cpu-simd-on-4-threads = cpu-simd on 4 threads
variant-cpu-simd-on-8-threads = cpu-simd on 8 threads
variant-box = box
variant-build = build
variant-summarise = summarise
variant-sort = sort
variant-force = force
variant-integrate = integrate
variant-all = all
variant-direct-sum = direct sum
variant-nodes = nodes
variant-nodes-here-and-below = nodes here and below
variant-without-sorted-bodies = without sorted bodies
variant-with-sorted-bodies = with sorted bodies
variant-without-synchronised-walk = without synchronised walk
variant-with-synchronised-walk = with synchronised walk
variant-without-reciprocal-root = without reciprocal root
variant-with-reciprocal-root = with reciprocal root
variant-cpu-tree-on-one-thread = cpu-tree on one thread
variant-cpu-tree-on-all-threads = cpu-tree on all threads
variant-no-volatile = no volatile
variant-recomputed-data = recomputed data
variant-warp-voting = warp voting
variant-full-multithreading = full multithreading
variant-throttling-barrier = throttling barrier
variant-wait-free-pre-pass = wait-free pre-pass
variant-combined-fence = combined fence
variant-copy = copy
variant-subgroups = subgroups
variant-serial = serial
variant-inclusive-sum = inclusive sum
variant-exclusive-sum = exclusive sum
variant-inclusive-max = inclusive max
variant-exclusive-max = exclusive max
variant-inclusive-min = inclusive min
variant-exclusive-min = exclusive min
variant-inclusive-float-sum = inclusive float-sum
variant-exclusive-float-sum = exclusive float-sum
variant-inclusive-maps = inclusive maps
variant-exclusive-maps = exclusive maps
variant-hillis-steele-in-place-exclusive-float-sum = hillis-steele-in-place: exclusive float-sum
variant-work-efficient-exclusive-float-sum = work-efficient: exclusive float-sum
variant-neighbours-apart = neighbours apart
variant-32-neighbours-together = 32 neighbours together
variant-stride = stride
variant-random-order = random order
variant-workgroups = workgroups
variant-dependent-reads = dependent reads
variant-one-counter = one counter
variant-one-counter-threads-sums = one counter, threads' sums
variant-one-counter-subgroups-sums = one counter, subgroups' sums
variant-one-counter-workgroups-sums = one counter, workgroups' sums
variant-256-counters = 256 counters
variant-256-counters-workgroups-sums = 256 counters, workgroups' sums
variant-a-counter-per-thread = a counter per thread
variant-in-one-pass = in one pass
variant-a-pass-each = a pass each
variant-a-submission-each = a submission each
variant-a-wait-after-each = a wait after each
variant-to-the-gpu = to the GPU
variant-on-the-gpu = on the GPU
variant-from-the-gpu = from the GPU
variant-reduction = reduction
variant-scan = scan
variant-naive-sum = naive sum
variant-sum-in-tiles = sum in tiles
variant-fastest-direct-sum = fastest direct sum
variant-ladders-rung-1 = ladder's rung-1
variant-ladders-rung-10 = ladder's rung-10
variant-cpu-forward = cpu: forward
variant-cpu-backward = cpu: backward
variant-cpu-smallest-first = cpu: smallest first
variant-cpu-in-pairs = cpu: in pairs
variant-cpu-simd-lanes = cpu: SIMD lanes
variant-cpu-threads = cpu: threads
variant-cpu-double-precision = cpu: double precision
variant-one-thread = one thread
variant-tree-halves = tree, halves
variant-tree-neighbours = tree, neighbours
variant-four-at-once = four at once
variant-library-1-workgroup = library, 1 workgroup
variant-library-16-workgroups = library, 16 workgroups
variant-library-2-048-workgroups = library, 2 048 workgroups
variant-library-workgroups-of-8 = library, workgroups of 8
variant-atomic-additions = atomic additions
variant-compare-and-exchange = compare and exchange
variant-two-floats = two floats
variant-double-precision = double precision
variant-cpu-product-and-sum = cpu: product and sum
variant-cpu-fused = cpu: fused
variant-product-kept-apart = product kept apart
variant-rung-10-in-double-precision = rung-10 in double precision
variant-cpu-kahan = cpu: Kahan
variant-cpu-neumaier = cpu: Neumaier
variant-fma-a-b-c = fma(a, b, c)
variant-fused-multiply-add = fused multiply-add
variant-threads-1 = 1 thread per body
variant-threads-2 = 2 threads per body
variant-threads-4 = 4 threads per body
variant-threads-8 = 8 threads per body
variant-threads-16 = 16 threads per body
variant-alone-unsorted = alone (unsorted)
variant-alone = alone (sorted)
variant-unsorted = together (unsorted)
variant-shared = together (sorted)
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

place-nehalem-8-cores = Nehalem, 8 cores
place-sandy-bridge-16-cores = Sandy Bridge, 16 cores
place-cuda-compiled-for-the-processor-over-c = CUDA compiled for the processor, over C
place-2-cores = 2 cores
place-4-cores = 4 cores
place-8-cores = 8 cores
place-first-place-8-192-bodies = first place: 8 192 bodies
place-second-place-16k-bodies = second place: 16K bodies
place-more-than-that-penryn-at-3-2-ghz-one-core-patterson-hennessy = more than that: Penryn at 3.2 GHz, one core, Patterson & Hennessy
place-geforce-8800-gtx-over-one-core-patterson-hennessy = GeForce 8800 GTX over one core, Patterson & Hennessy
place-xeon-x5690-six-cores-openmp = Xeon X5690, six cores, OpenMP
place-geforce-gtx-480-over-openmp = GeForce GTX 480 over OpenMP
place-geforce-gtx-480-over-pthreads = GeForce GTX 480 over Pthreads
place-geforce-gtx-480-with-rung-11 = GeForce GTX 480, with rung 11
place-geforce-gtx-680-with-rung-11 = GeForce GTX 680, with rung 11
place-geforce-gtx-480-50-000-bodies = GeForce GTX 480, 50 000 bodies
place-geforce-gtx-480-500-000-bodies = GeForce GTX 480, 500 000 bodies
place-geforce-gtx-480-5-000-000-bodies = GeForce GTX 480, 5 000 000 bodies

# What was found beside the time

detail-nodes-touched-per-body-min-mean-max = nodes touched per body, min/mean/max
detail-interactions-per-body = interactions per body
detail-cells-per-body = cells per body
detail-depth = depth
detail-walk = walk
detail-crossing = crossing
detail-memory = memory
detail-per-launch = per launch
detail-roof = roof
detail-bits = bits
detail-sum = sum
detail-off-by = off by
detail-runs = runs
detail-the-processors-loop = the processor's loop
detail-bits-of-the-first = bits of the first
detail-fused = fused
detail-separate = separate
detail-the-same-either-way = the same either way
found-interactions = { $bodies } bodies and { $cells } cells
found-gflops = { $gflops } GFLOP/s over the whole step
found-crossing = the tree overtakes the direct sum at about { $bodies } bodies
found-memory = { $rate } GB/s, { $percent } % of a copy's
found-of-memory = { $percent } % of what memory allows
found-of-arithmetic = { $percent } % of what arithmetic allows
found-ulp = { $places } ulp
found-same-bits = the same bits in { $runs }
found-results = { $results } results in { $runs }
found-as-loop = the same bits
found-other-bits = other bits
found-of-all = { $some } of { $all }

# Why there is no time

reason-interactions = { $interactions } interactions would take too long
reason-no-longer = a step with it takes no longer than one without, as far as this machine's clock can tell
reason-no-timestamps = the adapter has no timestamps to tell the parts of a step apart
reason-unsorted = unsorted groups would open nearly all of the tree
reason-no-volatile = WGSL has no volatile, and each stage is a dispatch that sees all of the one before
reason-recomputed-data = no kernel of the tree has a version that stores what it now computes
reason-warp-voting = a group opens cells by the box around it, so its threads have nothing to vote on
reason-full-multithreading = a dispatch starts as many threads as fit, and WGSL has no way to ask for fewer
reason-throttling-barrier = no thread waits for another thread's insertion, so there is nothing to throttle
reason-wait-free-pre-pass = cells are summed up level by level, so no thread waits for a child
reason-combined-fence = there are no fences: a stage ends before the next one begins

# Tables and charts

column-variant = variant
column-right = right
column-speed-up = speed-up
column-rate = rate
column-error = error
column-published = published
column-here = here
column-details = details
column-there = there
verdict-wrong = wrong
verdict-not-here = not here
verdict-failed = failed
cell-time = { $median } ({ $least } to { $most })
cell-exact = exact
cell-speed-up = { $times } over { $over }
cell-times = { $times } times as fast
cell-there = { $time } ms, { $times } times as fast here
cell-published = { $value } { $unit } ({ $place })
cell-detail = { $what }: { $text }
cell-rate = { $rate }{ $unit }
speed-up-unsteady = unsteady: run again
chart-milliseconds = milliseconds
chart-error = relative error
chart-fused = fused part of the results
caption-times = Milliseconds against { $across }, both on logarithmic scales; lower is faster.
caption-rates = { $up } against { $across }, both on logarithmic scales; higher is faster.
caption-errors = Relative error of the result on a logarithmic scale; shorter is more accurate.
caption-fused = Part of the results that was rounded once, as in a fused multiply-add.
caption-bars = Milliseconds on a logarithmic scale; shorter is faster.
caption-extremes = Error bars: from the shortest sample to the longest.
caption-quartiles = Error bars: the middle half of the samples.
caption-under-way = In progress: the median of the samples so far, in milliseconds. Results are not checked yet.
caption-published = Diamonds: published.

# Units

unit-elements = elements
unit-keys = keys
unit-paths = paths
unit-words-of-stride = words of stride
unit-workgroups = workgroups
unit-subgroups = subgroups
unit-addresses = addresses
unit-dispatches = dispatches
unit-blocks = blocks
unit-numbers = numbers
unit-nodes = nodes
unit-au = AU
unit-yr = yr
unit-myr = Myr
unit-msun = Msun
unit-mearth = Mearth

# The tuning ladder

rung-0-change = All bodies are an array of structs of 40 bytes, and one GPU thread runs both loops of the CPU's program: nothing hides the latency of its reads, so it is far slower than a CPU's thread.
rung-1-change = The loop over bodies becomes a grid of threads in workgroups of 256: all processors work, and each runs other threads while some wait for memory.
rung-2-change = One array per coordinate instead of the array of structs, so that neighbouring threads access neighbouring words; but in the inner loop all threads read the same body, so this gains nothing there and loses the locality of a struct.
rung-3-change = The number of bodies and the softening move from a storage buffer to a uniform one, which GPUs read through a cache for constants: worth a few percent where the inner loop read them from memory.
rung-4-change = One instruction for the reciprocal square root instead of a square root and a division: they are long sequences on GPUs that round both correctly, and the same instruction anyway on those that do not.
rung-5-change = One loop up to the body and one from there on, instead of the test i != j: it saves the test, but the threads of a subgroup now end their loops at different times and wait for each other.
rung-6-change = The test is back, and each workgroup loads 256 sources into workgroup memory, as four scalar arrays, before its threads sum over them: each word is read from global memory once per workgroup, not once per thread.
rung-7-change = Eight terms per iteration: the counter, its test and the branch are paid once for eight terms, and reads can be issued ahead.
rung-8-change = The test i != j goes: the vector from a body to itself is zero and softening keeps its factor finite, so the term is zero, and the time of an integer comparison and a branch is saved.
rung-9-change = Sums of products are written as fused multiply-adds, one instruction and one rounding for two operations; compilers may have fused some before, since WGSL allows it.
rung-10-change = 128 terms per iteration: next to no loop is left, but the code is long and may exceed the instruction cache.
rung-11-change = Denormal numbers count as zero and functions are less precise, by options of the CUDA compiler: WGSL has no such switch, so there is no kernel.
rung-0-title = One GPU thread does everything
rung-1-title = One thread per body
rung-2-title = Scalar arrays
rung-3-title = Parameters in constant memory
rung-4-title = Reciprocal square root
rung-5-title = Two loops in place of the test
rung-6-title = Tiles in workgroup memory
rung-7-title = Unrolled by 8
rung-8-title = No test
rung-9-title = Fused multiply-add
rung-10-title = Unrolled by 128
rung-11-title = Flush to zero and fast math

# Drawings: titles, names of lines, and what happens in a step

drawing-interleaved = Interleaved
drawing-sequential = Sequential
drawing-cascaded = Many per thread
drawing-hillis-steele = Hillis and Steele
drawing-blelloch = Blelloch's tree
drawing-blocks = Block by block
drawing-partition = Partition by bits
drawing-lanes = Lanes
drawing-waiting = Waiting
drawing-waves = Waves
drawing-queue = A queue
drawing-dispatches = Dispatches
drawing-copies = The way to the GPU
drawing-segments = Segments
drawing-banks = Banks
drawing-three-digits = Three digits
line-elements = elements
line-threads = threads
line-tree = tree
line-lanes = lanes
line-processor = processor
line-processors = processors
line-memory = memory
line-keys = keys
line-place = place
line-moved = moved
line-up = up
line-zero = zero
line-down = down
line-in-blocks = in blocks
line-totals = totals
line-scanned = scanned
line-result = result
line-numbers = numbers
line-from-the-left = from the left
line-in-pairs = in pairs
line-banks = banks
line-host-memory = host memory
line-staging-memory = staging memory
line-gpu-memory = GPU memory
line-stride = stride { $stride }
line-round = round { $round }
line-segment = segment { $segment }
line-subgroup = subgroup { $group }
line-wave = wave { $wave }
line-time = time { $time }
line-bit = bit { $bit }
step-interleaved = Kernels 1 and 2 begin with neighbours. The working threads are farther and farther apart, so every subgroup stays half idle until the end.
step-sequential = Kernel 3 adds the farther half first. The working threads are side by side, so whole subgroups finish early, and neighbours read neighbouring banks.
step-thread-adds = Thread 0 adds
step-threads-add = Threads 0 to { $last } add
step-some-threads-add = Threads 0, { $second }, … { $last } add
step-first-is-sum = The first element is the sum, { $sum }.
step-adds = { $threads } the element { $stride } places to the right; { $waiting } of { $count } threads wait.
step-cascaded = A tree over { $count } elements has { $rounds } steps and { $additions } additions, but occupies { $threads } threads all the time: a cost of { $cost }.
step-alone = Each of { $threads } threads first adds up to { $each } elements on its own: step { $step } of { $each }.
step-cost = The sum is { $sum }, after { $steps } steps of { $threads } threads: a cost of { $cost }.
step-then-tree = Then a tree over { $sums } sums.
step-hillis-steele = { $count } elements. Each will become the sum of all elements up to and including itself.
step-all-summed = All sums are done; a loop needs { $additions } additions, but one after the other.
step-round = Round { $round } of { $rounds }: each thread adds the element { $stride } { $stride ->
    [one] place
   *[other] places
} to its left.
step-blelloch = { $count } elements. First a tree of sums goes up, then sums of what lies to the left come down.
step-up = { $threads ->
    [one] Up: one thread adds the pair that stands { $stride } apart.
   *[other] Up: { $threads } threads add pairs that stand { $stride } apart.
}
step-zero = The last sum, that of all elements, is replaced by zero: nothing lies to the left of the whole.
step-down = Down: the left of each pair takes the right's value, the right the sum of both.
step-exclusive = Each holds the sum of all before it (exclusive).
step-blocks = { $count } elements in blocks of { $length }: one workgroup each, which cannot see the others.
step-in-blocks = Each workgroup scans its block in its own memory. Only the first block is right.
step-totals = The last element of each block is its total. The totals form a list.
step-scanned = That short list is scanned, exclusively: the sum before each block.
step-result = Each workgroup adds that to its block: three launches instead of one, for any length.
step-keys = { $count } keys of { $bits } bits. Each pass looks at one bit, from the lowest to the highest.
step-pass = Pass { $pass }: bit { $bit } is lit. { $zeros } keys have a zero there.
step-places = A scan counts for each key how many zeros come before it. Zeros go there; ones go behind all { $zeros } zeros.
step-sorted = The keys are sorted.
step-sorted-so-far = { $bits ->
    [one] They are sorted by their lowest bit.
   *[other] They are sorted by their lowest { $bits } bits.
}
step-move = All keys move at once. Keys with the same bit keep their order.
step-coalescing = { $threads } threads each ask for one word, { $stride } apart: { $stride ->
    [one] 1 segment
   *[other] { $stride } segments
} of { $words } words.
step-words-moved = In all { $moved } words were moved for { $threads }: { $percent } % of them useful.
step-segment = Memory delivers segment { $segment } whole; { $used } of its { $words } words are used.
step-banks = Thread i wants word { $stride } i, which lies in bank { $stride } i mod { $threads }. Each bank serves one word per cycle.
step-no-conflict = There is no conflict.
step-conflict = A conflict of { $most }: { $most } times as long as without.
step-wait = { $count } wait.
step-bank-cycle = Cycle { $cycle }: { $served } of { $threads } threads get their words.
step-three-digits = A machine with three decimal digits adds { $count } numbers. Exactly, they make { $exact }.
step-rounded-back = From the left: { $sum } + { $value } = { $whole }, which three digits round back to { $next }. The { $value } is lost.
step-from-left = From the left: { $sum } + { $value } = { $next }.
step-sums = The sum is { $sum }; from the left it was { $left }, exactly { $exact }.
step-in-pairs = As a tree: neighbours are added, then their sums.
step-same-path = all take the same path
step-paths = they take { $paths } paths
step-divergence = { $lanes } lanes of a subgroup share one instruction at a time. At a branch, { $what }.
step-nothing-lost = Nothing is lost.
step-took = It took { $paths } times as long as one path.
step-path = Path { $path }: { $lanes } lanes work, { $waiting } wait.
step-at-work = Cycle { $cycle }: subgroup { $group } works, then waits { $latency } cycles for memory.
step-idle = Cycle { $cycle }: all wait for memory, and the processor is idle.
step-busy = Busy so far: { $percent } %.
step-waves = { $count } workgroups of equal length, and { $processors } processors that take one each.
step-processors-idle = { $idle ->
    [one] One processor is idle.
   *[other] { $idle } processors are idle.
}
step-wave = Wave { $wave } of { $waves }.
step-new-wave = One workgroup more than { $groups } starts a new wave.
step-one-address = { $threads } threads add 1 to the same address. Nothing can come between the steps of an atomic addition.
step-addresses = { $threads } threads add 1 to { $addresses } addresses. Each address has a separate queue.
step-done = Done after { $turns } turns.
step-turn = Turn { $turn }: { $served } { $served ->
    [one] thread is
   *[other] threads are
} served.
step-dispatches = Work that fills the GPU for { $work } moments, in { $count } dispatches. Starting one takes a moment, too.
step-in-all = It takes { $moments } moments in all, { $starting } of them for starting.
step-dispatch = Dispatch { $dispatch } of { $count } is started, then it works for { $each } moments.
step-copies = The program's memory can move or be swapped out, so the GPU cannot read it. A copy goes through staging memory.
step-first-block = The processor copies the first block into staging memory.
step-two-blocks = While block { $moved } crosses the bus, the processor copies block { $staged }.
step-last-block = The last block crosses the bus. Its width, not the GPU's memory, sets the speed.

# The workbench, by names of kernels

bench-rung-1-title = Gravity: a thread per body
bench-rung-1-about = Every thread takes one body and adds up the pulls of all others on it. Correct and simple, but every thread separately reads every body from memory.
bench-rung-1-result = body { $place }
bench-rung-1-binding-bodies = mass, position and velocity of each body; the kernel writes its acceleration
bench-rung-1-break-1 = The last workgroup has more threads than there are bodies left. Without the test, the surplus threads read and write past the end of the array. The run-time checks of the workbench discard such accesses, so the result may be right here; without them, other data would be overwritten.
bench-rung-1-break-2 = The loop ends one body early, so no body feels the last one. The errors are small, and that is the danger: a picture would look right.
bench-rung-1-break-3 = Without softening, close neighbours pull much too hard, and every body is slightly wrong.
bench-rung-1-exercise-1 = Make it faster: is the test j != i needed?
bench-rung-1-hint-1 = The vector from a body to itself is zero, and with softening its factor is finite. So what does the term add?
bench-rung-1-exercise-2 = Make it faster: replace the square root and the division.
bench-rung-1-hint-2 = WGSL has inverseSqrt(x), one instruction on most GPUs.
bench-rung-6-title = Gravity: tiles in workgroup memory
bench-rung-6-about = The 256 threads of a workgroup load 256 bodies together into shared memory, and sum over them before they load the next: each body is read from global memory once per workgroup instead of once per thread. Barriers separate loading from summing.
bench-rung-6-result = body { $place }
bench-rung-6-binding-mass = the masses
bench-rung-6-binding-posx = the positions along x
bench-rung-6-binding-posy = the positions along y
bench-rung-6-binding-posz = the positions along z
bench-rung-6-binding-accx = the accelerations along x, which the kernel writes
bench-rung-6-binding-accy = the accelerations along y, which the kernel writes
bench-rung-6-binding-accz = the accelerations along z, which the kernel writes
bench-rung-6-break-1 = A thread may read parts of the tile that others have not written yet: a data race. It then sums over bodies of the previous tile, or over nothing. GPUs that run a whole workgroup in step may be right by chance.
bench-rung-6-break-2 = A fast thread may load its part of the next tile while slow ones still read this one: a data race, so some bodies are counted twice while others are left out. It may be right by chance.
bench-rung-6-break-3 = The last tile is not full. Its surplus places hold copies of the last body, which must not have mass; with mass, the last body counts many times.
bench-rung-6-exercise-1 = Make it faster: store a body of the tile as one vec4f instead of four numbers in four arrays.
bench-rung-6-hint-1 = var<workgroup> tile: array<vec4f, WORKGROUP>; one read then brings position and mass.
bench-rung-6-exercise-2 = Make it faster: write several terms per iteration of the inner loop.
bench-rung-6-hint-2 = Use steps of 4 and call pull four times with k, k + 1, k + 2 and k + 3: counter and test are paid once for four terms.
bench-rung-6-exercise-3 = Find the best workgroup size.
bench-rung-6-hint-3 = Change WORKGROUP to 64, 128 or 512. Larger tiles save reads; smaller workgroups leave more of them to choose from.
bench-block-sums-title = Reduction: sums by a tree
bench-block-sums-about = Each workgroup sums a block of 1024 numbers: every thread adds a few, then half of the threads add the other half's sums, a quarter, an eighth … The sum of the block is stored and added to the total of all.
bench-block-sums-result = block { $place }
bench-block-sums-binding-source = the numbers
bench-block-sums-binding-sums = the sum of each block, which the kernel writes
bench-block-sums-binding-total = the sum of everything; 0 at first
bench-block-sums-break-1 = A round reads the sums of the round before, perhaps before other threads have written them: a data race. GPUs that run many threads in step may be right by chance, and that is how such mistakes hide.
bench-block-sums-break-2 = The last block is not full. Without the test its threads read past the end; the run-time checks of the workbench hand them another element or zero, so the last block and the total may be too large.
bench-block-sums-break-3 = Reading, adding and storing are now three steps. If two workgroups read the same total, one of their sums is lost. All blocks are right, but the total is too small; by luck it may be right.
bench-block-sums-break-4 = The loop ends one round early: each block's sum lacks the part held by the second thread.
bench-block-sums-exercise-1 = Make it faster: try other workgroup sizes.
bench-block-sums-hint-1 = The block stays 1024 numbers: with WORKGROUP = 64, each thread first adds up 16 of them, which needs no barrier.
bench-block-sums-exercise-2 = Make it slower, to see why it is not written that way: let each thread read neighbouring numbers.
bench-block-sums-hint-2 = Start at i = 4u * thread and go in steps of 1, four times. Neighbouring threads then no longer read neighbouring words.
bench-block-sums-exercise-3 = Make it compute the maximum of each block; the workbench will then count every block as wrong. Why?
bench-block-sums-hint-3 = max(a, b) replaces +, and atomicMax replaces atomicAdd. The reference still sums.
bench-block-scan-title = Scan: running sums
bench-block-scan-about = Each result is the sum of the numbers in its block up to and including its own. In each round, every thread adds the sum of the thread 1, 2, 4, 8 … places before it. All must have read before any writes, and vice versa: two barriers per round.
bench-block-scan-result = number { $place }
bench-block-scan-binding-source = the numbers
bench-block-scan-binding-result = their running sums, which the kernel writes
bench-block-scan-break-1 = A fast thread overwrites its sum before the thread that needs the old one has read it: a data race. Some numbers then count twice. It may be right by chance.
bench-block-scan-break-2 = A fast thread reads a sum of the round before: a data race, and numbers are left out. It may be right by chance.
bench-block-scan-break-3 = The first threads have no thread that far before them. Without the test, thread - distance is below zero, which an unsigned number makes huge; the run-time checks supply another element instead.
bench-block-scan-exercise-1 = Make it faster: save one of the two barriers.
bench-block-scan-hint-1 = With two rows, 2 * WORKGROUP places, each round reads one row and writes the other; the next one swaps them.
bench-block-scan-exercise-2 = Make it correct for blocks of 256 numbers with 128 threads.
bench-block-scan-hint-2 = Each thread takes two neighbours: it adds them, the threads scan these sums, and then the first of the two gets the thread's sum less the second. Each workgroup handles 128 threads, so twice as many start as needed.
bench-bins-title = Histogram: atomic counts
bench-bins-about = Many threads count in the same 64 places, so they must add atomically: as one step that nothing can come between. Each workgroup counts in its own memory first, where waiting is cheap.
bench-bins-result = bin { $place }
bench-bins-binding-source = the numbers, all below 256
bench-bins-binding-result = the counts; 0 at first
bench-bins-break-1 = Threads that count in the same bin at the same time read the same old count, and all but one of their additions are lost: the counts are too small.
bench-bins-break-2 = The first threads add the counts to the result before others have counted: a data race. Later counts are lost. It may be right by chance.
bench-bins-break-3 = The last workgroup has more threads than there are numbers left. The surplus threads read past the end, and the run-time checks supply another element or zero, which is then counted too often.
bench-bins-exercise-1 = Make it slower, to see what workgroup memory is good for: count in the result directly.
bench-bins-hint-1 = atomicAdd(&result[bin], 1u), and nothing else. How much slower it is depends on how many threads meet in a bin.
bench-bins-exercise-2 = Make it faster: let each thread count several numbers.
bench-bins-hint-2 = There is one thread per number, and more workgroups start than you then need: let workgroups of 256 threads take 1024 numbers each, and return from those without numbers, all threads of them together.
bench-rung-1-binding-params = how many bodies there are, and the squared softening length
bench-rung-6-binding-params = how many bodies there are, and the squared softening length
bench-block-sums-binding-params = how many numbers there are
bench-block-scan-binding-params = how many numbers there are
bench-bins-binding-params = how many numbers there are
bench-total = total
break-the-bound-of-the-bodies = The bound of the bodies
break-the-bound-of-the-loop = The bound of the loop
break-softening = Softening
break-the-barrier-before-the-sum = The barrier before the sum
break-the-barrier-after-the-sum = The barrier after the sum
break-the-bound-of-the-last-tile = The bound of the last tile
break-the-barrier-between-the-rounds = The barrier between the rounds
break-the-bound-of-the-numbers = The bound of the numbers
break-the-atomic-addition = The atomic addition
break-the-last-round = The last round
break-the-barrier-before-writing = The barrier before writing
break-the-barrier-after-writing = The barrier after writing
break-the-bound-of-the-block = The bound of the block
break-the-atomic-count = The atomic count
break-the-barrier = The barrier

# Texts

text-sentences = { $first } { $next }

# Texts

mark-time = { $time } ms, { $place }
mark-of = { $name }, { $place }

# Texts

wrong-element = of { $count } elements, result number { $place } is { $result }, not { $expected }
wrong-number = got { $results } results, expected { $expected }
wrong-accelerations = the median error of its accelerations is { $error }
wrong-percentile = the 99th percentile of the error of its accelerations is { $error }
wrong-bodies = it holds { $some } of { $all } bodies
wrong-loops = the driver ended its loops too early
wrong-sum = the sum is { $sum }, not { $exact }; rounding allows { $most }
wrong-transform = its relative error is { $error }
wrong-solution = its error is { $error }
wrong-bits = { $runs } runs of a fixed order gave { $results } results: { $bits }
wrong-neither = result number { $place } is { $result }; fused it is { $fused }, separate { $separate }
