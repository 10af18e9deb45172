// uses: lab/options/double
// The standard normal distribution by the complementary error function in double precision: erfc(x) e^(x^2) (1 + 2 x) is a
// polynomial in (x - 3.75) / (x + 3.75) (Shepherd and Laframboise, 1981), here an interpolation at Chebyshev nodes with an error below
// 2e-16.

struct Normal {
    /// The part of all numbers below d.
    below: f64,
    /// The part above d.
    above: f64,
}

fn normal(d: f64) -> Normal {
    let x = abs(d) * 0.707106781186547524lf;
    let t = (x - 3.75lf) / (x + 3.75lf);
    var tail = -2.72939413325338551e-9lf;
    tail = fma(tail, t, -1.95279016297483689e-9lf);
    tail = fma(tail, t, 3.25649908379851293e-8lf);
    tail = fma(tail, t, 1.87785011564687965e-8lf);
    tail = fma(tail, t, -2.49965380374052424e-7lf);
    tail = fma(tail, t, -5.08169118116981883e-8lf);
    tail = fma(tail, t, 1.74385774113591811e-6lf);
    tail = fma(tail, t, -9.79297529099822918e-7lf);
    tail = fma(tail, t, -0.0000114396152600759497lf);
    tail = fma(tail, t, 0.0000223875927253476892lf);
    tail = fma(tail, t, 0.0000516473712387183769lf);
    tail = fma(tail, t, -0.000290155365639471284lf);
    tail = fma(tail, t, 0.000293714087772276824lf);
    tail = fma(tail, t, 0.00175562616922767209lf);
    tail = fma(tail, t, -0.00974657962081509014lf);
    tail = fma(tail, t, 0.0283622773713700457lf);
    tail = fma(tail, t, -0.0586933985844918477lf);
    tail = fma(tail, t, 0.0923043211643561598lf);
    tail = fma(tail, t, -0.108803930141939147lf);
    tail = fma(tail, t, 0.08227673848999159lf);
    tail = fma(tail, t, 0.00358541548546630691lf);
    tail = fma(tail, t, -0.140240598585545209lf);
    tail = fma(tail, t, 1.23751263083782758lf);
    tail = 0.5lf * exponential(-0.5lf * d * d) * tail / fma(2.0lf, x, 1.0lf);
    if (d < 0.0lf) {
        return Normal(tail, 1.0lf - tail);
    }
    return Normal(1.0lf - tail, tail);
}
