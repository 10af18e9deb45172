# The built-in scenes, by name. Their English is in their files, assets/scenes.
