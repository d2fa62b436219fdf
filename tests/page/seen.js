// What is wrong with the pictures on a page, as a list of lines: texts that overlap or leave the picture or are small, and
// arcs of graphs that touch a label or a node. Everything is measured by the browser, in pixels of the window.
const found = [];
const box = element => {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  return { left, top, right, bottom, name: element.textContent };
};
const meet = (a, b, by = 0) =>
  a.left - by < b.right && b.left - by < a.right && a.top - by < b.bottom && b.top - by < a.bottom;
const tolerance = 0.5;
for (const svg of document.querySelectorAll('svg.picture, svg.drawing')) {
  const texts = [...svg.querySelectorAll('text')].map(box).filter(({ name }) => name.trim());
  if (texts.length === 0) found.push('there are no texts');
  texts.forEach((text, at) => {
    for (const other of texts.slice(at + 1)) {
      if (meet(text, other, -tolerance)) found.push(`${text.name} lies on ${other.name}`);
    }
  });
  for (const text of svg.querySelectorAll('text')) {
    if (parseFloat(getComputedStyle(text).fontSize) < 11) found.push(`${text.textContent} is small`);
  }
  if (svg.matches('.picture')) {
    const whole = box(svg);
    for (const text of texts) {
      const inside = text.left >= whole.left && text.right <= whole.right + tolerance && text.top >= whole.top
        && text.bottom <= whole.bottom + tolerance;
      if (!inside) found.push(`${text.name} leaves the picture`);
    }
  }
  const arcs = [...svg.querySelectorAll('path.arc')];
  // The page draws arcs that share a label one above the other; their labels stand beside each other.
  const shapes = arcs.map(arc => arc.getAttribute('d'));
  const labels = svg.matches('.drawing') ? [...svg.querySelectorAll('.labels text')].map(box)
    : texts.filter(({ name }) => [...name].length === 1);
  const nodes = [...svg.querySelectorAll('circle.node, .node circle:first-child')].map(box)
    .map(({ left, top, right, bottom }) => ({ x: (left + right) / 2, y: (top + bottom) / 2, radius: (right - left) / 2 }));
  arcs.forEach((arc, at) => {
    const matrix = arc.getScreenCTM();
    const length = arc.getTotalLength();
    const count = Math.max(20, Math.ceil(length / 2));
    const points = Array.from({ length: count + 1 }, (_, step) =>
      arc.getPointAtLength(length * step / count).matrixTransform(matrix));
    const far = (node, point) => Math.hypot(node.x - point.x, node.y - point.y) - node.radius;
    labels.forEach((label, number) => {
      const own = svg.matches('.drawing') && shapes[number] === shapes[at];
      const touches = ({ x, y }) => meet(label, { left: x, right: x, top: y, bottom: y }, -tolerance);
      if (!own && points.some(touches)) found.push(`an arc crosses the label ${label.name}`);
    });
    for (const node of nodes) {
      const [first, last] = [far(node, points[0]), far(node, points[count])];
      // An arc starts at the border of its first node, and its head ends at that of its last.
      const own = first < 1 || (last < 10 && Math.abs(points[count].y - node.y) < 1);
      if (!own && points.some(point => far(node, point) < 1)) found.push('an arc touches a node');
    }
  });
}
return found;
