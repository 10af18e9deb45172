//! A drawing pass: compiled vertex and fragment stages from one WGSL text, with bindings by name.

use std::borrow::Cow;

use super::kernel::bind_group;
use super::text::Wgsl;
use super::{GpuError, ShaderError};

/// How a [`Draw`] reads vertices and writes pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DrawTarget {
    /// Format of the texture it draws into.
    pub format: wgpu::TextureFormat,
    /// How new pixels blend with those already there; `None` replaces them.
    pub blend: Option<wgpu::BlendState>,
    /// Vertex buffers.
    pub vertices: &'static [Option<wgpu::VertexBufferLayout<'static>>],
}

/// A compiled drawing pass. Its WGSL has the entry points `vertex` and `fragment`; it draws
/// triangle strips. Immutable and shared: [`Gpu::draw`](super::Gpu::draw) compiles each one once.
#[derive(Debug)]
pub struct Draw {
    pipeline: wgpu::RenderPipeline,
    label: &'static str,
    bindings: Vec<(String, u32)>,
}

impl Draw {
    /// Compiles `source` for `target`. wgpu's run-time checks stay on: they cost nothing here.
    ///
    /// # Errors
    /// [`GpuError::Shader`].
    pub(super) fn new(
        device: &wgpu::Device,
        source: &Wgsl,
        target: &DrawTarget,
    ) -> Result<Self, GpuError> {
        let (module, _) = source.parse()?;
        let bindings = module
            .global_variables
            .iter()
            .filter_map(|(_, global)| Some((global.name.clone()?, global.binding?.binding)))
            .collect();
        let scope = device.push_error_scope(wgpu::ErrorFilter::Validation);
        let shader = device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: Some(source.label),
            source: wgpu::ShaderSource::Naga(Cow::Owned(module)),
        });
        let pipeline = device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: Some(source.label),
            layout: None, // derived from the WGSL, the only place where bindings are declared
            vertex: wgpu::VertexState {
                module: &shader,
                entry_point: Some("vertex"),
                compilation_options: wgpu::PipelineCompilationOptions::default(),
                buffers: target.vertices,
            },
            primitive: wgpu::PrimitiveState {
                topology: wgpu::PrimitiveTopology::TriangleStrip,
                ..wgpu::PrimitiveState::default()
            },
            depth_stencil: None,
            multisample: wgpu::MultisampleState::default(),
            fragment: Some(wgpu::FragmentState {
                module: &shader,
                entry_point: Some("fragment"),
                compilation_options: wgpu::PipelineCompilationOptions::default(),
                targets: &[Some(wgpu::ColorTargetState {
                    format: target.format,
                    blend: target.blend,
                    write_mask: wgpu::ColorWrites::ALL,
                })],
            }),
            multiview_mask: None,
            cache: None,
        });
        if let Some(error) = pollster::block_on(scope.pop()) {
            return Err(
                ShaderError::Refused { shader: source.label, message: error.to_string() }.into()
            );
        }
        Ok(Self { pipeline, label: source.label, bindings })
    }

    /// Binds resources to the `var`s of the WGSL by name.
    ///
    /// # Errors
    /// [`ShaderError::NoSuchBinding`] and [`ShaderError::MissingBinding`].
    pub fn bind(
        &self,
        device: &wgpu::Device,
        resources: &[(&str, wgpu::BindingResource)],
    ) -> Result<wgpu::BindGroup, GpuError> {
        Ok(bind_group(
            device,
            self.label,
            &self.pipeline.get_bind_group_layout(0),
            &self.bindings,
            resources,
        )?)
    }

    /// Begins a pass into `view` with this pipeline and these bindings set. The pass starts from
    /// the colour `clear`; without it, the existing picture is kept.
    pub fn begin<'encoder>(
        &self,
        encoder: &'encoder mut wgpu::CommandEncoder,
        view: &wgpu::TextureView,
        clear: Option<wgpu::Color>,
        group: &wgpu::BindGroup,
    ) -> wgpu::RenderPass<'encoder> {
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some(self.label),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations {
                    load: clear.map_or(wgpu::LoadOp::Load, wgpu::LoadOp::Clear),
                    store: wgpu::StoreOp::Store,
                },
            })],
            depth_stencil_attachment: None,
            timestamp_writes: None,
            occlusion_query_set: None,
            multiview_mask: None,
        });
        self.set(&mut pass, group);
        pass
    }

    /// Draws with this pipeline and these bindings in a pass from now on.
    pub fn set(&self, pass: &mut wgpu::RenderPass, group: &wgpu::BindGroup) {
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(0, group, &[]);
    }
}
