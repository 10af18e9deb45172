//! The difference between two texts, line by line.

/// What became of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// It is in both texts.
    Same,
    /// It is only in the text before.
    Removed,
    /// It is only in the text after.
    Added,
}

/// The lines of two texts in order: as many as possible count as the same (a longest common
/// subsequence), and where lines were replaced, those removed come first. Takes time and memory in
/// proportion to the product of the numbers of lines.
pub fn difference<'a>(before: &'a str, after: &'a str) -> Vec<(Change, &'a str)> {
    let (before, after): (Vec<&str>, Vec<&str>) =
        (before.lines().collect(), after.lines().collect());
    let common = common_from(&before, &after);
    let (mut i, mut j) = (0, 0);
    let mut lines = Vec::new();
    while i < before.len() || j < after.len() {
        if i < before.len() && j < after.len() && before[i] == after[j] {
            lines.push((Change::Same, before[i]));
            (i, j) = (i + 1, j + 1);
        } else if j == after.len() || (i < before.len() && common[i + 1][j] >= common[i][j + 1]) {
            lines.push((Change::Removed, before[i]));
            i += 1;
        } else {
            lines.push((Change::Added, after[j]));
            j += 1;
        }
    }
    lines
}

/// The most lines that the rests of both texts have in common, in order, from line `i` of the one
/// and line `j` of the other.
fn common_from(before: &[&str], after: &[&str]) -> Vec<Vec<usize>> {
    let mut common = vec![vec![0; after.len() + 1]; before.len() + 1];
    for i in (0..before.len()).rev() {
        for j in (0..after.len()).rev() {
            common[i][j] = if before[i] == after[j] {
                common[i + 1][j + 1] + 1
            } else {
                common[i + 1][j].max(common[i][j + 1])
            };
        }
    }
    common
}
