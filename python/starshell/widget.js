// The picture of a simulation in a notebook, and what the mouse does to it.
function render({ model, el }) {
  const picture = document.createElement("img");
  picture.draggable = false;
  picture.style.cssText = "cursor: grab; touch-action: none; max-width: 100%; display: block";
  const show = () => {
    const last = picture.src;
    picture.src = URL.createObjectURL(new Blob([model.get("frame")], { type: "image/png" }));
    picture.width = model.get("width");
    picture.height = model.get("height");
    if (last) URL.revokeObjectURL(last);
    // The next picture is asked for when this one is there, so that none queue up.
    busy = false;
    send();
  };
  // What the mouse has done since the last frame was asked for.
  let busy = false, dx = 0, dy = 0, notches = 0, frames = false;
  const send = () => {
    if (busy || !(dx || dy || notches || frames)) return;
    busy = true;
    model.send({ dx, dy, notches, follow: frames });
    dx = dy = notches = 0;
    frames = false;
  };
  picture.addEventListener("pointerdown", (event) => picture.setPointerCapture(event.pointerId));
  picture.addEventListener("pointermove", (event) => {
    if (!picture.hasPointerCapture(event.pointerId)) return;
    dx += event.movementX;
    dy += event.movementY;
    send();
  });
  picture.addEventListener("wheel", (event) => {
    event.preventDefault();
    notches += Math.sign(event.deltaY);
    send();
  }, { passive: false });
  picture.addEventListener("dblclick", () => { frames = true; send(); });
  model.on("change:frame", show);
  // Word that the frame is the same.
  const same = () => { busy = false; send(); };
  model.on("msg:custom", same);
  el.appendChild(picture);
  show();
  return () => {
    model.off("change:frame", show);
    model.off("msg:custom", same);
    URL.revokeObjectURL(picture.src);
  };
}
export default { render };
