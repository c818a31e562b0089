// The words of printing.

export const paper = {
  title: 'Print',
  size: 'Paper',
  sizes: { a4: 'A4', letter: 'Letter' },
  roster: 'Roster',
  cards: 'Unit cards',
  leaders: 'Leader cards',
  scenario: 'This battle, with its map',
  quickref: 'Quick reference, two pages',
  templates: 'Templates at their size',
  record: 'Blank record sheet',
  deck: 'Cards of the book',
  making: 'Printing…',
  hint: 'As PDF; print at 100 %, without fitting to the page.',
};
