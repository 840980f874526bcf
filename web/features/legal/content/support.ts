import type { LegalSection } from '../legalSection.ts'

export const help: LegalSection = {
  anchor: 'help',
  title: 'Help Centre',
  blocks: [
    {
      text: [
        'Every task has a guide with pictures of the product: uploading, reading findings, naming voices, strikes, the courtroom, exports, sharing, backups and the keyboard.',
      ],
    },
  ],
}

export const contact: LegalSection = {
  anchor: 'contact',
  title: 'Contact Support',
  blocks: [
    {
      text: [
        'This installation is run by your firm or by somebody it trusts. An administrator of your firm can invite people, unlock them and change the firm’s rules. What they cannot solve goes to the operator, who runs the server: write to them here.',
        'When something failed, copy the request number from the error card into your message. The operator finds the failure by it.',
      ],
    },
  ],
}

export const docs: LegalSection = {
  anchor: 'docs',
  title: 'Documentation',
  blocks: [
    {
      heading: 'Where a transcript comes from',
      text: [
        'From the best source at hand, in this order: one that you attach, captions inside the file, a speech service that the operator has set up, a larger model on the server, the small English recogniser that comes with Venire, and last a draft. Every video says which one was used and why. Words that a machine wrote down can be wrong and still read well: hear them before you rely on them. A draft is called a draft: many of its words are wrong.',
      ],
    },
    {
      heading: 'What a finding is',
      text: [
        'A suggestion of the engine about a juror’s own words: a hardship, a bias indicator, a long pause or a key statement. It quotes the question and the answer, names the rule that fired, and plays from its second. Words of the court and of counsel never carry one. It stays a suggestion until a person confirms, changes or dismisses it.',
      ],
    },
    {
      heading: 'Keys',
      text: [
        'Press ? on any screen to see the keys that apply there. Single keys can be switched off in your profile.',
      ],
    },
    {
      heading: 'For whoever runs the server',
      text: [
        'The folder docs of the program holds operations.md (settings, backups, upgrades), cli.md (the command line), engine.md (how the analysis works and how well), strikes.md and rationale.md (the life of a strike, the check of its reason).',
      ],
    },
  ],
}
