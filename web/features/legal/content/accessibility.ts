import type { LegalSection } from '../legalSection.ts'

export const accessibility: LegalSection = {
  anchor: 'accessibility',
  title: 'Accessibility Statement',
  blocks: [
    {
      text: [
        'Venire is built to meet the Web Content Accessibility Guidelines 2.2 at level AA. Its screens are checked with axe in both themes by the program’s own tests. That is no audit by an independent body: none has been made.',
      ],
    },
    {
      list: [
        'Everything works with the keyboard alone. What can be swiped or dragged has a button that does the same.',
        'Severity, status and sentiment have a shape and a word beside their colour.',
        'Videos show captions from their transcript.',
        'Moving content stops for people who ask their system for less motion, and can be paused by everybody.',
        'Screens fit a phone that is 390 pixels wide without scrolling sideways.',
        'PDFs are tagged, so that a screen reader knows their headings and tables.',
      ],
    },
    {
      heading: 'Known limits',
      list: [
        'Videos have no audio description. What is shown in a courtroom beside what is said stays unheard.',
        'The seating chart is a grid; with a screen reader the list of jurors reads better.',
        'PDFs were not validated against PDF/UA.',
      ],
    },
    {
      heading: 'If something stops you',
      text: ['Write to the operator under Contact Support and say on which screen and with which program you work.'],
    },
  ],
}
