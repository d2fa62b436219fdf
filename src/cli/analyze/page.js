// Shows one turn at a time. Without this script, all turns stand below each other.
(function () {
  'use strict';
  const turns = Array.from(document.querySelectorAll('article.turn'));
  if (turns.length === 0) return;
  const boards = document.getElementById('boards');
  const where = document.getElementById('where');
  let at = 0;
  function show(wanted) {
    turns[at].classList.remove('shown');
    at = Math.max(0, Math.min(turns.length - 1, wanted));
    turns[at].classList.add('shown');
    where.textContent = turns[at].querySelector('h3').textContent;
  }
  const steps = { first: () => 0, previous: () => at - 1, next: () => at + 1, last: () => turns.length - 1 };
  const keys = { ArrowLeft: 'previous', ArrowRight: 'next', Home: 'first', End: 'last' };
  boards.querySelectorAll('button').forEach(button => {
    button.addEventListener('click', () => show(steps[button.dataset.step]()));
  });
  document.addEventListener('keydown', event => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    // A table or picture that is wider than the window scrolls with the arrow keys while it has the focus.
    if (event.target.closest('.wide')) return;
    // Home and End belong to the page, unless the boards have the focus.
    const inside = boards.contains(event.target);
    const step = keys[event.key];
    const goesFar = step === 'first' || step === 'last';
    if (!step || (goesFar ? !inside : false)) return;
    event.preventDefault();
    show(steps[step]());
  });
  function toHash() {
    const found = turns.findIndex(turn => '#' + turn.id === location.hash);
    if (found === -1) return;
    show(found);
    turns[found].focus();
  }
  addEventListener('hashchange', toHash);
  boards.classList.add('stepping');
  boards.querySelector('.steps').hidden = false;
  show(0);
  toHash();
}());
