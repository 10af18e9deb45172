//! The triangles of the interface and their textures on the GPU.
//!
//! This does the work of egui-wgpu, whose shader filters each texture in two ways and uses one. A
//! software adapter computes both: on lavapipe that was 35 of the 90 ms of a frame.

use std::collections::HashMap;

use egui::epaint::{ImageData, ImageDelta, Primitive, Vertex};
use egui::{ClippedPrimitive, Mesh, TextureFilter, TextureId, TextureOptions, TextureWrapMode};
use starshell::gpu::Gpu;

/// As [`Vertex`].
const LAYOUT: wgpu::VertexBufferLayout = wgpu::VertexBufferLayout {
    array_stride: size_of::<Vertex>() as u64,
    step_mode: wgpu::VertexStepMode::Vertex,
    attributes: &wgpu::vertex_attr_array![0 => Float32x2, 1 => Float32x2, 2 => Unorm8x4],
};
/// Colours are multiplied by their opacity beforehand.
const BLEND: wgpu::BlendState = wgpu::BlendState::PREMULTIPLIED_ALPHA_BLENDING;
/// Minimum bytes of a buffer.
const MIN_BYTES: u64 = 1 << 16;

/// Draws triangles into textures of one format.
pub struct Triangles {
    gpu: Gpu,
    pipeline: wgpu::RenderPipeline,
    /// Width and height of the surface in points.
    screen: wgpu::Buffer,
    vertices: wgpu::Buffer,
    indices: wgpu::Buffer,
    textures: HashMap<TextureId, Texture>,
    samplers: HashMap<TextureOptions, wgpu::Sampler>,
    /// Number of textures that are not egui's.
    others: u64,
}

struct Texture {
    /// The texture, if it is egui's.
    own: Option<wgpu::Texture>,
    group: wgpu::BindGroup,
}

impl Triangles {
    /// For textures of `format`.
    pub fn new(gpu: &Gpu, format: wgpu::TextureFormat) -> Self {
        let device = gpu.device();
        let module = device.create_shader_module(wgpu::include_wgsl!("triangles.wgsl"));
        let pipeline = device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: Some("interface"),
            layout: None,
            vertex: wgpu::VertexState {
                module: &module,
                entry_point: Some("vertex"),
                compilation_options: wgpu::PipelineCompilationOptions::default(),
                buffers: &[Some(LAYOUT)],
            },
            primitive: wgpu::PrimitiveState::default(),
            depth_stencil: None,
            multisample: wgpu::MultisampleState::default(),
            fragment: Some(wgpu::FragmentState {
                module: &module,
                entry_point: Some(if format.is_srgb() { "fragment_to_srgb" } else { "fragment" }),
                compilation_options: wgpu::PipelineCompilationOptions::default(),
                targets: &[Some(wgpu::ColorTargetState {
                    format,
                    blend: Some(BLEND),
                    write_mask: wgpu::ColorWrites::ALL,
                })],
            }),
            multiview_mask: None,
            cache: None,
        });
        let screen = buffer(
            gpu,
            "interface/screen",
            size_of::<[f32; 4]>() as u64,
            wgpu::BufferUsages::UNIFORM,
        );
        let vertices = buffer(gpu, "interface/vertices", MIN_BYTES, wgpu::BufferUsages::VERTEX);
        let indices = buffer(gpu, "interface/indices", MIN_BYTES, wgpu::BufferUsages::INDEX);
        let (textures, samplers) = (HashMap::new(), HashMap::new());
        Self {
            gpu: gpu.clone(),
            pipeline,
            screen,
            vertices,
            indices,
            textures,
            samplers,
            others: 0,
        }
    }

    /// Creates or changes a texture of egui.
    pub fn change(&mut self, id: TextureId, delta: &ImageDelta) {
        let ImageData::Color(image) = &delta.image;
        let [width, height] = image.size.map(|side| side as u32);
        let size = wgpu::Extent3d { width, height, depth_or_array_layers: 1 };
        let [x, y] = delta.pos.unwrap_or_default().map(|coordinate| coordinate as u32);
        let present = self
            .textures
            .get(&id)
            .and_then(|texture| texture.own.clone())
            .filter(|_| delta.pos.is_some());
        let texture = present.unwrap_or_else(|| {
            let texture = self.gpu.device().create_texture(&wgpu::TextureDescriptor {
                label: Some("interface/texture"),
                size,
                mip_level_count: 1,
                sample_count: 1,
                dimension: wgpu::TextureDimension::D2,
                format: wgpu::TextureFormat::Rgba8Unorm,
                usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
                view_formats: &[],
            });
            let group = self
                .bind(&texture.create_view(&wgpu::TextureViewDescriptor::default()), delta.options);
            self.textures.insert(id, Texture { own: Some(texture.clone()), group });
            texture
        });
        let place = wgpu::TexelCopyTextureInfo {
            texture: &texture,
            mip_level: 0,
            origin: wgpu::Origin3d { x, y, z: 0 },
            aspect: wgpu::TextureAspect::All,
        };
        let layout = wgpu::TexelCopyBufferLayout {
            offset: 0,
            bytes_per_row: Some(4 * width),
            rows_per_image: None,
        };
        self.gpu.queue().write_texture(place, bytemuck::cast_slice(&image.pixels), layout, size);
    }

    /// Shows another texture, filtered, under `id` or under a new one, which it returns.
    pub fn show(&mut self, view: &wgpu::TextureView, id: Option<TextureId>) -> TextureId {
        let group = self.bind(view, TextureOptions::LINEAR);
        let id = id.unwrap_or_else(|| {
            self.others += 1;
            TextureId::User(self.others)
        });
        self.textures.insert(id, Texture { own: None, group });
        id
    }

    /// Frees a texture.
    pub fn free(&mut self, id: TextureId) {
        self.textures.remove(&id);
    }

    fn bind(&mut self, view: &wgpu::TextureView, options: TextureOptions) -> wgpu::BindGroup {
        let device = self.gpu.device();
        let sampler = self
            .samplers
            .entry(options)
            .or_insert_with(|| device.create_sampler(&sampler(options)));
        let entries = [
            self.screen.as_entire_binding(),
            wgpu::BindingResource::TextureView(view),
            wgpu::BindingResource::Sampler(sampler),
        ];
        let mut binding = 0..;
        device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("interface"),
            layout: &self.pipeline.get_bind_group_layout(0),
            entries: &entries.map(|resource| wgpu::BindGroupEntry {
                binding: binding.next().unwrap_or_default(),
                resource,
            }),
        })
    }

    /// Sends what [`Triangles::draw`] will draw on a surface of `size` points.
    pub fn send(&mut self, primitives: &[ClippedPrimitive], size: [f32; 2]) {
        let (mut vertices, mut indices) = (Vec::new(), Vec::new());
        for mesh in meshes(primitives).map(|(mesh, _)| mesh) {
            vertices.extend_from_slice(&mesh.vertices);
            indices.extend_from_slice(&mesh.indices);
        }
        let (vertices, indices): (&[u8], &[u8]) =
            (bytemuck::cast_slice(&vertices), bytemuck::cast_slice(&indices));
        for (buffer_of, bytes) in [(&mut self.vertices, vertices), (&mut self.indices, indices)] {
            if buffer_of.size() < bytes.len() as u64 {
                *buffer_of = buffer(
                    &self.gpu,
                    "interface/more",
                    (bytes.len() as u64).next_power_of_two(),
                    buffer_of.usage(),
                );
            }
            self.gpu.queue().write_buffer(buffer_of, 0, bytes);
        }
        self.gpu.queue().write_buffer(&self.screen, 0, bytemuck::cast_slice(&[size, [0.0; 2]]));
    }

    /// Draws the triangles that were sent last into a surface of `size` pixels.
    pub fn draw(
        &self,
        pass: &mut wgpu::RenderPass,
        primitives: &[ClippedPrimitive],
        size: [u32; 2],
        pixels_per_point: f32,
    ) {
        pass.set_pipeline(&self.pipeline);
        pass.set_vertex_buffer(0, self.vertices.slice(..));
        pass.set_index_buffer(self.indices.slice(..), wgpu::IndexFormat::Uint32);
        let (mut vertex, mut index) = (0, 0);
        for (mesh, clip) in meshes(primitives) {
            let (first_vertex, first) = (vertex, index);
            vertex += mesh.vertices.len() as i32;
            index += mesh.indices.len() as u32;
            let [from, to] = [clip.min, clip.max].map(|corner| {
                let pixel = |point: f32, side: u32| {
                    (point * pixels_per_point).round().clamp(0.0, side as f32) as u32
                };
                [pixel(corner.x, size[0]), pixel(corner.y, size[1])]
            });
            let Some(texture) =
                self.textures.get(&mesh.texture_id).filter(|_| from[0] < to[0] && from[1] < to[1])
            else {
                continue;
            };
            pass.set_scissor_rect(from[0], from[1], to[0] - from[0], to[1] - from[1]);
            pass.set_bind_group(0, &texture.group, &[]);
            pass.draw_indexed(first..index, first_vertex, 0..1);
        }
    }
}

/// The meshes and where they are clipped. Nothing else is painted: the program uses no paint
/// callbacks.
fn meshes(primitives: &[ClippedPrimitive]) -> impl Iterator<Item = (&Mesh, egui::Rect)> {
    primitives.iter().filter_map(|clipped| match &clipped.primitive {
        Primitive::Mesh(mesh) => Some((mesh, clipped.clip_rect)),
        Primitive::Callback(_) => None,
    })
}

fn buffer(gpu: &Gpu, label: &str, size: u64, usage: wgpu::BufferUsages) -> wgpu::Buffer {
    let usage = usage | wgpu::BufferUsages::COPY_DST;
    gpu.device().create_buffer(&wgpu::BufferDescriptor {
        label: Some(label),
        size,
        usage,
        mapped_at_creation: false,
    })
}

fn sampler(options: TextureOptions) -> wgpu::SamplerDescriptor<'static> {
    let filter = |filter| match filter {
        TextureFilter::Nearest => wgpu::FilterMode::Nearest,
        TextureFilter::Linear => wgpu::FilterMode::Linear,
    };
    let address = match options.wrap_mode {
        TextureWrapMode::ClampToEdge => wgpu::AddressMode::ClampToEdge,
        TextureWrapMode::Repeat => wgpu::AddressMode::Repeat,
        TextureWrapMode::MirroredRepeat => wgpu::AddressMode::MirrorRepeat,
    };
    wgpu::SamplerDescriptor {
        label: Some("interface"),
        address_mode_u: address,
        address_mode_v: address,
        mag_filter: filter(options.magnification),
        min_filter: filter(options.minification),
        ..Default::default()
    }
}
