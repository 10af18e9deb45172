# Homebrew: brew install --cask starshell
cask "starshell" do
  version "@VERSION@"
  sha256 "@SHA256_MACOS@"

  url "https://github.com/@REPOSITORY@/releases/download/v#{version}/starshell-#{version}-universal-macos.zip"
  name "Starshell"
  desc "Simulate gravity on the GPU"
  homepage "https://github.com/@REPOSITORY@"

  depends_on macos: ">= :big_sur"

  app "Starshell.app"
  binary "#{appdir}/Starshell.app/Contents/MacOS/starshell"
  bash_completion "#{appdir}/Starshell.app/Contents/Resources/completions/starshell.bash"
  fish_completion "#{appdir}/Starshell.app/Contents/Resources/completions/starshell.fish"
  zsh_completion "#{appdir}/Starshell.app/Contents/Resources/completions/_starshell"
  manpage "#{appdir}/Starshell.app/Contents/Resources/man/starshell.1"

  zap trash: [
    "~/Library/Application Support/Starshell",
    "~/Library/Caches/Starshell",
  ]
end
