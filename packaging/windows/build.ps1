# build.ps1: a portable zip and an installer for Windows into target/packages. Needs WiX (dotnet tool install --global wix) and Python.
$ErrorActionPreference = "Stop"
$PSNativeCommandUseErrorActionPreference = $true
Set-Location (Join-Path $PSScriptRoot "../..")
$version = (Select-String -Path Cargo.toml -Pattern '^version = "(.*)"' | Select-Object -First 1).Matches.Groups[1].Value
$out = "target/packages"
$name = "starshell-$version-x86_64-windows"
$files = "$out/$name"

# The runtime of C++ goes into the program, so that no machine misses it.
$env:RUSTFLAGS = "-C target-feature=+crt-static"
cargo build --profile dist --locked
Remove-Item -Recurse -Force $files -ErrorAction SilentlyContinue
New-Item -ItemType Directory -Force $files | Out-Null
Copy-Item target/dist/starshell.exe, README.md $files
Copy-Item LICENSE-MIT "$files/LICENSE-MIT.txt"
Copy-Item LICENSE-APACHE "$files/LICENSE-APACHE.txt"
python packaging/licences | Out-File -Encoding utf8 "$files/licences.txt"
& "$files/starshell.exe" package "$out/files"
Copy-Item "$out/files/completions/_starshell.ps1" $files

Compress-Archive -Force -Path $files -DestinationPath "$out/$name.zip"
wix build packaging/windows/starshell.wxs -d "Version=$version" -d "Files=$files" -arch x64 -o "$out/$name.msi"
Get-ChildItem $out -File | ForEach-Object { $_.FullName }
