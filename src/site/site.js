// The search, the colour scheme, and the buttons that copy.
'use strict';

const up = document.body.dataset.up;

const scheme = document.getElementById('scheme');
const kept = { get: () => { try { return localStorage.getItem('scheme'); } catch { return null; } } };
const isDark = () => (document.documentElement.dataset.scheme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : '')) === 'dark';
if (kept.get()) document.documentElement.dataset.scheme = kept.get();
const label = () => { scheme.textContent = isDark() ? 'Light' : 'Dark'; };
scheme.addEventListener('click', () => {
  document.documentElement.dataset.scheme = isDark() ? 'light' : 'dark';
  try { localStorage.setItem('scheme', document.documentElement.dataset.scheme); } catch { /* a file without storage */ }
  label();
});
label();

for (const block of document.querySelectorAll('pre')) {
  block.tabIndex = 0;
  const frame = document.createElement('div');
  frame.className = 'code';
  block.replaceWith(frame);
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    // Of a session in a shell, what was typed.
    const typed = block.textContent.split('\n').filter(line => line.startsWith('$ ')).map(line => line.slice(2));
    await navigator.clipboard.writeText(typed.length > 0 ? typed.join('\n') : block.textContent);
    button.textContent = 'Copied';
    setTimeout(() => { button.textContent = 'Copy'; }, 1500);
  });
  frame.append(block, button);
}

const field = document.querySelector('[type=search]');
const found = document.getElementById('found');
field.form.addEventListener('submit', event => event.preventDefault());
field.addEventListener('input', () => {
  const words = field.value.toLowerCase().split(/\s+/).filter(word => word.length > 1);
  found.hidden = words.length === 0;
  const ranked = SECTIONS.map(section => {
    const [, title, heading, text] = section.map(part => part.toLowerCase());
    const points = words.map(word => (heading.includes(word) ? 4 : 0) + (title.includes(word) ? 2 : 0) + (text.includes(word) ? 1 : 0));
    return { section, points: points.every(Boolean) ? points.reduce((sum, each) => sum + each, 0) : 0 };
  });
  const best = ranked.filter(({ points }) => points > 0).sort((a, b) => b.points - a.points).slice(0, 12);
  found.replaceChildren(...best.flatMap(({ section: [address, title, heading, text] }) => {
    const link = document.createElement('a');
    link.href = up + address;
    link.textContent = title === heading ? title : `${title}: ${heading}`;
    const excerpt = document.createElement('p');
    const at = Math.max(0, text.toLowerCase().indexOf(words[0]) - 60);
    excerpt.textContent = text.slice(at, at + 160);
    return [link, excerpt];
  }));
  if (best.length === 0 && words.length > 0) found.textContent = 'Nothing was found.';
});
