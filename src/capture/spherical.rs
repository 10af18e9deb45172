//! What players and viewers need to know about pictures of the whole sphere, and about two pictures
//! side by side.
//!
//! Videos: the boxes of Google's Spherical Video V2, and its V1, an XML text in a `uuid` box, which
//! is all that some players read. Pictures: the Photo Sphere properties as XMP.

use super::Note;
use super::boxes::{put, put_full, words};
use crate::name::Named;
use crate::render::Projection;

/// Keywords of the notes that say how a picture shows directions, and that it is a pair.
pub(super) const PROJECTION: &str = "Projection";
pub(super) const STEREO: &str = "Stereo";
/// What the note of a pair says.
pub(super) const SIDE_BY_SIDE: &str = "side-by-side";

/// Keyword under which PNG files hold XMP.
pub(super) const XMP: &str = "XML:com.adobe.xmp";
/// Identifies the box that holds Spherical Video V1.
const UUID: [u8; 16] = *b"\xff\xcc\x82\x63\xf8\x55\x4a\x93\x88\x14\x58\x7a\x02\x52\x1f\xdd";

/// What a capture is beside a flat picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spherical {
    /// It shows the whole sphere.
    is_whole: bool,
    /// It is a pair, the left eye's picture on the left.
    is_pair: bool,
}

impl Spherical {
    /// What notes say.
    pub fn new(notes: &[Note]) -> Self {
        let says =
            |keyword, text| notes.iter().any(|note| note.keyword == keyword && note.text == text);
        Self {
            is_whole: says(PROJECTION, Projection::Equirectangular.name()),
            is_pair: says(STEREO, SIDE_BY_SIDE),
        }
    }

    /// XMP for a picture of this size; `None` for what Photo Sphere does not describe: flat
    /// pictures, domes and pairs.
    pub fn xmp(self, [width, height]: [u32; 2]) -> Option<String> {
        (self == Self { is_whole: true, is_pair: false }).then(|| {
            format!(
                "<?xpacket begin=\"\u{feff}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n\
                <x:xmpmeta xmlns:x=\"adobe:ns:meta/\">\
                <rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\
                <rdf:Description rdf:about=\"\" xmlns:GPano=\"http://ns.google.com/photos/1.0/panorama/\" \
                GPano:ProjectionType=\"equirectangular\" GPano:UsePanoramaViewer=\"True\" \
                GPano:CroppedAreaImageWidthPixels=\"{width}\" GPano:CroppedAreaImageHeightPixels=\"{height}\" \
                GPano:FullPanoWidthPixels=\"{width}\" GPano:FullPanoHeightPixels=\"{height}\" \
                GPano:CroppedAreaLeftPixels=\"0\" GPano:CroppedAreaTopPixels=\"0\"/>\
                </rdf:RDF></x:xmpmeta>\n<?xpacket end=\"r\"?>"
            )
        })
    }

    /// Appends the boxes of V2, which belong to the format of a track.
    pub fn put_boxes(self, out: &mut Vec<u8>) {
        if self.is_pair {
            // 2: left and right.
            put_full(out, b"st3d", 0, 0, |out| out.push(2));
        }
        if self.is_whole {
            put(out, b"sv3d", |out| {
                put_full(out, b"svhd", 0, 0, |out| out.extend_from_slice(b"Starshell\0"));
                put(out, b"proj", |out| {
                    // Yaw, pitch and roll; then nothing cut off at the top, bottom, left and right.
                    put_full(out, b"prhd", 0, 0, |out| words(out, &[0; 3]));
                    put_full(out, b"equi", 0, 0, |out| words(out, &[0; 4]));
                });
            });
        }
    }

    /// Appends the box of V1, which belongs to a track.
    pub fn put_text(self, out: &mut Vec<u8>) {
        if !self.is_whole {
            return;
        }
        let stereo = if self.is_pair {
            "<GSpherical:StereoMode>left-right</GSpherical:StereoMode>"
        } else {
            ""
        };
        put(out, b"uuid", |out| {
            out.extend_from_slice(&UUID);
            out.extend_from_slice(
                format!(
                    "<?xml version=\"1.0\"?><rdf:SphericalVideo xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" \
                    xmlns:GSpherical=\"http://ns.google.com/videos/1.0/spherical/\">\
                    <GSpherical:Spherical>true</GSpherical:Spherical><GSpherical:Stitched>true</GSpherical:Stitched>\
                    <GSpherical:StitchingSoftware>Starshell</GSpherical:StitchingSoftware>\
                    <GSpherical:ProjectionType>equirectangular</GSpherical:ProjectionType>{stereo}</rdf:SphericalVideo>"
                )
                .as_bytes(),
            );
        });
    }
}

#[cfg(test)]
mod tests {
    use super::super::boxes::find;
    use super::*;

    #[test]
    fn only_pictures_of_the_whole_sphere_are_said_to_be_spheres() {
        let of = |notes: &[(&str, &str)]| {
            Spherical::new(
                &notes.iter().map(|(key, text)| Note::new(key, *text)).collect::<Vec<_>>(),
            )
        };
        let boxes = |spherical: Spherical| {
            let (mut format, mut track) = (Vec::new(), Vec::new());
            spherical.put_boxes(&mut format);
            spherical.put_text(&mut track);
            (format, track)
        };
        assert_eq!(boxes(of(&[(PROJECTION, "fisheye")])), (Vec::new(), Vec::new()));
        assert_eq!(of(&[(PROJECTION, "fisheye")]).xmp([64, 64]), None);

        let sphere = of(&[(PROJECTION, "equirectangular")]);
        assert!(
            sphere
                .xmp([64, 32])
                .unwrap()
                .contains("FullPanoWidthPixels=\"64\" GPano:FullPanoHeightPixels=\"32\"")
        );
        let (format, track) = boxes(sphere);
        assert_eq!(find(&format, &[b"st3d"]), None);
        assert_eq!(
            find(&format, &[b"sv3d", b"proj", b"equi"]),
            Some(&[0; 20][..]),
            "version, flags and four bounds"
        );
        assert_eq!(find(&track, &[b"uuid"]).unwrap()[..16], UUID);

        let pair = of(&[(PROJECTION, "equirectangular"), (STEREO, SIDE_BY_SIDE)]);
        let (format, track) = boxes(pair);
        assert_eq!(find(&format, &[b"st3d"]), Some(&[0, 0, 0, 0, 2][..]));
        assert!(
            String::from_utf8_lossy(&track).contains("left-right") && pair.xmp([64, 16]).is_none()
        );
    }
}
