//! The room by HTTP. What comes in is bounded before it is read: connections, heads, bodies, time,
//! and requests of an address.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use http_body_util::{BodyExt, Full, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::header::{self, HeaderMap, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use starshell::words::{Language, speak};
use tokio::net::TcpListener;
use tokio::runtime::Builder;
use tokio::sync::{Semaphore, oneshot};
use tokio::time::{sleep, timeout};

use super::pages;
use super::room::{Refusal, Shared, enter};

/// Most connections, and most of one address: a school may have one for many phones.
const CONNECTIONS: usize = 256;
const CONNECTIONS_OF_ONE: usize = 64;
/// Longest head and body of a request in bytes, and most headers.
const HEAD: usize = 16 << 10;
const BODY: u64 = 1 << 10;
const HEADERS: usize = 64;
/// How long a head or a body may take, and a whole connection.
const PATIENCE: Duration = Duration::from_secs(5);
const LONGEST: Duration = Duration::from_secs(15);
/// Most requests of an address in a second, and most addresses.
const REQUESTS: u32 = 200;
const ADDRESSES: usize = 512;
/// What a phone keeps so that it is known again.
const COOKIE: &str = "pupil";
/// A page has nothing from elsewhere, no script within, and stands in no other.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// A server, which ends when it is dropped.
#[derive(Debug)]
pub struct Server {
    pub address: SocketAddr,
    /// Dropped with the server, which ends the thread.
    _stop: oneshot::Sender<()>,
}

impl Server {
    /// Serves a room at an address, with pages in a language.
    pub fn open(
        address: SocketAddr,
        room: Shared,
        language: &'static Language,
    ) -> io::Result<Self> {
        let listener = std::net::TcpListener::bind(address)?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let runtime = Builder::new_current_thread().enable_io().enable_time().build()?;
        let listener = {
            let _inside = runtime.enter();
            TcpListener::from_std(listener)?
        };
        let (stop, stopped) = oneshot::channel::<()>();
        let hosts = hosts(address);
        let desk = Arc::new(Desk { room, hosts, counts: Mutex::new(Counts::default()) });
        std::thread::Builder::new().name("class".to_owned()).spawn(move || {
            // Each thread speaks for itself.
            speak(Some(language));
            runtime.spawn(accept(listener, desk));
            // An error: the other end is gone, and so is the class.
            let _ = runtime.block_on(stopped);
        })?;
        Ok(Self { address, _stop: stop })
    }
}

/// What a browser that was sent here calls this server: a page of another name, which leads here,
/// is not ours.
fn hosts(address: SocketAddr) -> Vec<String> {
    let mut hosts = vec![address.to_string()];
    if address.ip().is_loopback() {
        hosts.push(format!("localhost:{}", address.port()));
    }
    if address.port() == 80 {
        hosts.push(address.ip().to_string());
    }
    hosts
}

/// Takes connections, each beside the others.
async fn accept(listener: TcpListener, desk: Arc<Desk>) {
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    loop {
        let Ok(place) = Arc::clone(&places).acquire_owned().await else { return };
        let Ok((stream, from)) = listener.accept().await else {
            // Too many open files, or a connection that is gone already.
            sleep(Duration::from_millis(100)).await;
            continue;
        };
        let Some(visit) = Visit::begin(&desk, from.ip()) else { continue };
        tokio::spawn(async move {
            let _place = place;
            let answer = service_fn(|request| {
                let desk = Arc::clone(&visit.desk);
                async move { Ok::<_, Infallible>(desk.answer(from.ip(), request).await) }
            });
            let connection = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(PATIENCE)
                .max_buf_size(HEAD)
                .max_headers(HEADERS)
                .keep_alive(false)
                .serve_connection(TokioIo::new(stream), answer);
            // What goes wrong with a connection is for its phone to see.
            let _ = timeout(LONGEST, connection).await;
        });
    }
}

/// A connection of an address, which counts while it is open.
struct Visit {
    desk: Arc<Desk>,
    from: IpAddr,
}

impl Visit {
    /// Counts a connection; none if there are too many of its address.
    fn begin(desk: &Arc<Desk>, from: IpAddr) -> Option<Self> {
        let mut counts = desk.counts();
        let open = counts.open.entry(from).or_default();
        if *open >= CONNECTIONS_OF_ONE {
            return None;
        }
        *open += 1;
        Some(Self { desk: Arc::clone(desk), from })
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        let mut counts = self.desk.counts();
        let left = counts.open.remove(&self.from).unwrap_or_default().saturating_sub(1);
        if left > 0 {
            counts.open.insert(self.from, left);
        }
    }
}

/// What addresses do.
#[derive(Debug, Default)]
struct Counts {
    /// How many connections each has.
    open: BTreeMap<IpAddr, usize>,
    /// How many requests each has made since that moment.
    since: Option<Instant>,
    requests: BTreeMap<IpAddr, u32>,
}

impl Counts {
    /// Whether an address may ask once more.
    fn allow(&mut self, from: IpAddr, now: Instant) -> bool {
        let is_over = |since: Instant| now.duration_since(since) >= Duration::from_secs(1);
        if self.since.is_none_or(is_over) {
            self.since = Some(now);
            self.requests.clear();
        }
        if self.requests.len() >= ADDRESSES && !self.requests.contains_key(&from) {
            return false;
        }
        let count = self.requests.entry(from).or_default();
        *count += 1;
        *count <= REQUESTS
    }
}

/// What answers requests.
struct Desk {
    room: Shared,
    /// What this server is called.
    hosts: Vec<String>,
    counts: Mutex<Counts>,
}

type Answer = Response<Full<Bytes>>;

impl Desk {
    fn counts(&self) -> std::sync::MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn answer(&self, from: IpAddr, request: Request<Incoming>) -> Answer {
        if !self.counts().allow(from, Instant::now()) {
            return page(StatusCode::TOO_MANY_REQUESTS, pages::refused(Refusal::Hurry));
        }
        let headers = request.headers();
        let Some(host) = text(headers, header::HOST).filter(|host| self.is_called(host)) else {
            return plain(StatusCode::MISDIRECTED_REQUEST, "text/plain", "not here");
        };
        // A form of another site sends its own origin.
        let is_of = |origin: &str| origin == format!("http://{host}");
        let is_foreign = text(headers, header::ORIGIN).is_some_and(|origin| !is_of(origin));
        let (method, path) = (request.method().clone(), request.uri().path().to_owned());
        match (method, path.as_str()) {
            (Method::GET, "/") => self.front(&request),
            (Method::GET, "/turn") => {
                let turn = enter(&self.room).turn().to_string();
                plain(StatusCode::OK, "text/plain", turn)
            }
            (Method::GET, "/class.css") => plain(StatusCode::OK, "text/css", pages::STYLE),
            (Method::GET, "/class.js") => plain(StatusCode::OK, "text/javascript", pages::SCRIPT),
            (Method::POST, "/join" | "/answer") if is_foreign => {
                plain(StatusCode::FORBIDDEN, "text/plain", "from elsewhere")
            }
            (Method::POST, "/join") => self.join(from, request).await,
            (Method::POST, "/answer") => self.take(request).await,
            (Method::GET, _) => plain(StatusCode::NOT_FOUND, "text/plain", "not here"),
            _ => plain(StatusCode::METHOD_NOT_ALLOWED, "text/plain", "not so"),
        }
    }

    fn is_called(&self, host: &str) -> bool {
        self.hosts.iter().any(|own| own.eq_ignore_ascii_case(host))
    }

    /// The page of a pupil or, for others, that on which one joins.
    fn front(&self, request: &Request<Incoming>) -> Answer {
        let room = enter(&self.room);
        let pupil = token(request.headers()).and_then(|token| room.pupil(token));
        if let Some(pupil) = pupil {
            return page(StatusCode::OK, pages::desk(&room, pupil, None));
        }
        let fields = form_urlencoded::parse(request.uri().query().unwrap_or_default().as_bytes());
        let code = fields.into_iter().find(|(name, _)| name == "code");
        let code = code.map_or_else(String::new, |(_, code)| code.chars().take(12).collect());
        page(StatusCode::OK, pages::join(&code, None))
    }

    async fn join(&self, from: IpAddr, request: Request<Incoming>) -> Answer {
        let fields = match fields(request).await {
            Ok(fields) => fields,
            Err(status) => return plain(status, "text/plain", "too much"),
        };
        let field = |name: &str| fields.get(name).map_or("", String::as_str);
        let joined = enter(&self.room).join(from, field("code"), field("name"), Instant::now());
        match joined {
            Ok(token) => {
                let mut answer = back();
                let cookie =
                    format!("{COOKIE}={token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=14400");
                // Hexadecimal digits only.
                if let Ok(value) = HeaderValue::from_str(&cookie) {
                    answer.headers_mut().insert(header::SET_COOKIE, value);
                }
                answer
            }
            Err(refusal) => page(status(refusal), pages::join(field("code"), Some(refusal))),
        }
    }

    /// Takes an answer.
    async fn take(&self, request: Request<Incoming>) -> Answer {
        let own = token(request.headers()).unwrap_or_default().to_owned();
        let fields = match fields(request).await {
            Ok(fields) => fields,
            Err(status) => return plain(status, "text/plain", "too much"),
        };
        let number = |name: &str| fields.get(name).and_then(|text| text.parse::<usize>().ok());
        let mut room = enter(&self.room);
        let taken = match (number("card"), number("option")) {
            (Some(card), Some(option)) => room.answer(&own, card, option, Instant::now()),
            _ => Err(Refusal::Past),
        };
        let Err(refusal) = taken else { return back() };
        let told = match room.pupil(&own) {
            Some(pupil) => pages::desk(&room, pupil, Some(refusal)),
            None => pages::refused(refusal),
        };
        page(status(refusal), told)
    }
}

/// The fields of a form, each once.
async fn fields(request: Request<Incoming>) -> Result<BTreeMap<String, String>, StatusCode> {
    let body = Limited::new(request.into_body(), BODY as usize).collect();
    let body = timeout(PATIENCE, body).await.map_err(|_| StatusCode::REQUEST_TIMEOUT)?;
    let bytes = body.map_err(|_| StatusCode::PAYLOAD_TOO_LARGE)?.to_bytes();
    Ok(form_urlencoded::parse(&bytes).into_owned().collect())
}

/// What a header says.
fn text(headers: &HeaderMap, name: header::HeaderName) -> Option<&str> {
    headers.get(name)?.to_str().ok()
}

/// What a phone shows so that it is known again.
fn token(headers: &HeaderMap) -> Option<&str> {
    let mut cookies = text(headers, header::COOKIE)?.split(';').map(str::trim);
    cookies.find_map(|cookie| cookie.strip_prefix(COOKIE)?.strip_prefix('='))
}

fn status(refusal: Refusal) -> StatusCode {
    match refusal {
        Refusal::Code | Refusal::Stranger => StatusCode::FORBIDDEN,
        Refusal::Name => StatusCode::BAD_REQUEST,
        Refusal::Full => StatusCode::SERVICE_UNAVAILABLE,
        Refusal::Hurry => StatusCode::TOO_MANY_REQUESTS,
        Refusal::Past | Refusal::Shown => StatusCode::CONFLICT,
    }
}

fn page(status: StatusCode, html: String) -> Answer {
    plain(status, "text/html", html)
}

/// The way back to the front page, so that loading it again sends nothing twice.
fn back() -> Answer {
    let mut answer = plain(StatusCode::SEE_OTHER, "text/plain", "");
    answer.headers_mut().insert(header::LOCATION, HeaderValue::from_static("/"));
    answer
}

fn plain(status: StatusCode, kind: &'static str, text: impl Into<Bytes>) -> Answer {
    let mut answer = Response::new(Full::new(text.into()));
    *answer.status_mut() = status;
    let kind = HeaderValue::from_str(&format!("{kind}; charset=utf-8"));
    let headers = answer.headers_mut();
    // Made of letters.
    headers.extend(kind.ok().map(|kind| (header::CONTENT_TYPE, kind)));
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        // Without any, browsers send a form as one of nowhere.
        (header::REFERRER_POLICY, "same-origin"),
        (header::CACHE_CONTROL, "no-store"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    answer
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::TcpStream;

    use super::*;
    use crate::class::{Asked, Class};

    fn class() -> Class {
        Class::open("127.0.0.1:0".parse().unwrap()).unwrap()
    }

    /// What the server answers to these bytes.
    fn sent(class: &Class, bytes: &[u8]) -> String {
        let mut stream = TcpStream::connect(class.server.address).unwrap();
        // It may hang up before everything is sent.
        let _ = stream.write_all(bytes);
        let mut text = Vec::new();
        let _ = stream.read_to_end(&mut text);
        String::from_utf8(text).unwrap()
    }

    fn get(class: &Class, path: &str, more: &str) -> String {
        let host = class.server.address;
        sent(class, format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n{more}\r\n").as_bytes())
    }

    fn post(class: &Class, path: &str, more: &str, body: &str) -> String {
        let (host, length) = (class.server.address, body.len());
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: {host}\r\nContent-Length: {length}\r\n{more}\r\n"
        );
        sent(class, (head + body).as_bytes())
    }

    fn is(answer: &str, status: u16) -> bool {
        answer.starts_with(&format!("HTTP/1.1 {status} "))
    }

    /// Joins, and returns the header by which the phone is known.
    fn join(class: &Class, name: &str) -> String {
        let answer = post(class, "/join", "", &format!("code={}&name={name}", class.code()));
        assert!(is(&answer, 303), "{answer}");
        let cookie = answer.split("set-cookie: ").nth(1).unwrap().split(';').next().unwrap();
        format!("Cookie: {cookie}\r\n")
    }

    fn asked() -> Asked {
        let [title, ask] = ["A <lesson>", "Which?"].map(str::to_owned);
        Asked { card: 4, title, ask, options: ["up", "down"].map(str::to_owned).to_vec() }
    }

    #[test]
    fn a_class_joins_predicts_and_sees_what_all_predict() {
        let class = class();
        let front = get(&class, "/?code=%3Cb%3E", "");
        assert!(is(&front, 200) && front.contains("value=\"&lt;b&gt;\""), "{front}");
        assert!(front.contains("content-security-policy: default-src 'none'"), "{front}");
        let wrong = post(&class, "/join", "", "code=ZZZZZ&name=Ada");
        assert!(is(&wrong, 403) && !wrong.contains("set-cookie"), "{wrong}");
        let phones = ["Ada", "Blaise", "Carl"].map(|name| join(&class, name));
        assert_eq!(class.pupils(), 3);
        assert!(get(&class, "/", &phones[0]).contains("Ada"));
        let turn = get(&class, "/turn", "");
        class.ask(Some(asked()));
        assert_ne!(get(&class, "/turn", ""), turn);
        for phone in &phones {
            let desk = get(&class, "/", phone);
            assert!(desk.contains("Which?") && desk.contains("A &lt;lesson&gt;"), "{desk}");
            let answer = post(&class, "/answer", phone, "card=4&option=0");
            assert!(is(&answer, 303), "{answer}");
        }
        assert!(is(&post(&class, "/answer", "", "card=4&option=0"), 403), "a stranger");
        assert!(is(&post(&class, "/answer", &phones[0], "card=4&option=9"), 409));
        assert!(is(&post(&class, "/answer", &phones[0], "card=4"), 409));
        assert_eq!((class.answered(4), class.shown(4)), (3, None));
        assert!(!get(&class, "/", &phones[0]).contains("<meter"));
        class.reveal(4);
        assert_eq!(class.shown(4).unwrap().iter().sum::<usize>(), 3);
        assert!(get(&class, "/", &phones[0]).contains("<meter"));
        assert!(is(&post(&class, "/answer", &phones[0], "card=4&option=1"), 409));
    }

    #[test]
    fn what_is_too_long_too_much_or_of_elsewhere_is_refused() {
        let class = class();
        let phone = join(&class, "Ada");
        class.ask(Some(asked()));
        let long = "x".repeat(BODY as usize + 1);
        assert!(is(&post(&class, "/join", "", &format!("name={long}")), 413));
        let head = format!("X: {}\r\n", "x".repeat(HEAD + 1));
        assert!(!get(&class, "/", &head).contains("200 OK"));
        assert!(!get(&class, "/", &"X: y\r\n".repeat(HEADERS + 1)).contains("200 OK"));
        let of_elsewhere = format!("Origin: http://example.org\r\n{phone}");
        assert!(is(&post(&class, "/answer", &of_elsewhere, "card=4&option=0"), 403));
        let of_nowhere = format!("Origin: null\r\n{phone}");
        assert!(is(&post(&class, "/answer", &of_nowhere, "card=4&option=0"), 403));
        assert!(get(&class, "/", "").contains("referrer-policy: same-origin"));
        let own = format!("Origin: {}\r\n{phone}", class.address());
        assert!(is(&post(&class, "/answer", &own, "card=4&option=0"), 303));
        assert!(is(&sent(&class, b"GET / HTTP/1.1\r\nHost: example.org\r\n\r\n"), 421));
        assert!(is(&get(&class, "/../etc/passwd", ""), 404));
        let host = class.server.address;
        let put = format!("PUT / HTTP/1.1\r\nHost: {host}\r\n\r\n");
        assert!(is(&sent(&class, put.as_bytes()), 405));
        assert!(!sent(&class, b"\x16\x03\x01\x00nonsense\r\n\r\n").contains("200 OK"));
        // It is still there, and ends with its last handle.
        assert!(is(&get(&class, "/", ""), 200));
        let address = class.server.address;
        drop(class);
        let is_gone = || TcpStream::connect(address).is_err();
        let until = Instant::now() + Duration::from_secs(5);
        while !is_gone() {
            assert!(Instant::now() < until, "it is still served");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    #[test]
    fn an_address_may_ask_only_so_often() {
        let (mut counts, now) = (Counts::default(), Instant::now());
        let from = |number: u32| IpAddr::from(number.to_be_bytes());
        assert!((0..REQUESTS).all(|_| counts.allow(from(1), now)));
        assert!(!counts.allow(from(1), now) && counts.allow(from(2), now));
        let allowed = (3..10_000).filter(|number| counts.allow(from(*number), now)).count();
        assert!(allowed < ADDRESSES, "{allowed}");
        assert!(counts.requests.len() <= ADDRESSES);
        assert!(counts.allow(from(1), now + Duration::from_secs(1)));
    }

    #[test]
    fn only_one_address_of_this_machine_will_do() {
        for address in ["0.0.0.0:0", "[::]:0", "224.0.0.1:0", "192.0.2.1:0"] {
            let error = Class::open(address.parse().unwrap()).unwrap_err().to_string();
            assert!(
                error.contains(address.rsplit_once(':').unwrap().0.trim_matches(['[', ']'])),
                "{error}"
            );
        }
    }
}
