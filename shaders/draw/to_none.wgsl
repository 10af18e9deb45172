// No spot is wider than the narrowest.

fn hand_over(body: u32, is_wide: bool) {}
