/// Index of this thread in a grid that may span several rows of workgroups (`Bound::dispatch_threads`).
fn thread_index(group: vec3u, groups: vec3u, local: u32, workgroup: u32) -> u32 {
    return (group.y * groups.x + group.x) * workgroup + local;
}
