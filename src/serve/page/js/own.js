/** @file The dialog for the person's own lexicons: word lists and images that are opened from files. */

import { el, fill, newId } from './dom.js';
import { save } from './store.js';
import { t } from './text.js';

/**
 * The button that opens the dialog.
 * @param {import('./app.js').App} app
 * @param {import('./engine.js').Own} own
 */
export function ownLexicons(app, own) {
  const title = newId('own');
  const wrong = el('p', { class: 'bad', role: 'alert' });
  const list = el('ul', { class: 'own' });
  const dialog = el('dialog', { 'aria-labelledby': title });

  /** The lexicon is that of the page from now on. @param {string} name */
  const use = name => {
    save('lexicon', name);
    location.reload();
  };

  const draw = () => {
    fill(list, ...own.names.map(name => el('li', { class: 'row' }, el('b', null, name),
      el('button', { type: 'button', onclick: () => use(name) }, t('own.use')),
      el('button', {
        type: 'button', 'aria-label': t('own.removeNamed', { name }),
        onclick: () => own.remove(name).then(() => {
          if (app.lexicon.name === name) use('');
          draw();
          app.say(t('own.removed', { name }));
        }, error => app.complain(error)),
      }, t('own.remove')))));
    list.hidden = own.names.length === 0;
  };

  /** @param {File | undefined} chosen */
  const open = async chosen => {
    if (!chosen) return;
    wrong.textContent = '';
    dialog.setAttribute('aria-busy', 'true');
    try {
      use(await own.add(chosen));
    } catch (error) {
      const says = error instanceof Error ? error.message : String(error);
      wrong.textContent = t('own.refused', { name: chosen.name, says });
    }
    dialog.removeAttribute('aria-busy');
  };

  const file = el('input', {
    type: 'file', class: 'unseen', tabIndex: -1, 'aria-hidden': 'true',
    onchange: async () => {
      await open(file.files?.[0]);
      file.value = '';
    },
  });
  dialog.append(el('div', { class: 'stack' },
    el('h2', { id: title }, t('own.title')),
    el('p', { class: 'faint' }, t('own.help')),
    list, wrong,
    el('div', { class: 'row' },
      el('button', { type: 'button', class: 'main', onclick: () => file.click() }, t('analyse.chooseFile')),
      file,
      el('button', { type: 'button', onclick: () => dialog.close() }, t('analyse.close')))));
  dialog.addEventListener('dragover', event => event.preventDefault());
  dialog.addEventListener('drop', event => {
    event.preventDefault();
    // A tab behind it takes files as well.
    event.stopPropagation();
    open(event.dataTransfer?.files[0]);
  });
  draw();
  return [
    el('button', {
      type: 'button', id: 'own',
      onclick: () => {
        wrong.textContent = '';
        dialog.showModal();
      },
    }, t('own.button')),
    dialog,
  ];
}
