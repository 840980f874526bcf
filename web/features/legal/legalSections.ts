/** A part of the legal page as plain words, so that it can be searched, marked and tested. */
export type LegalBlock = {
  heading?: string
  text?: readonly string[]
  list?: readonly string[]
}

export type LegalSection = {
  /** The links of the whole product lead to these anchors: an anchor never changes its name. */
  anchor: string
  title: string
  blocks: readonly LegalBlock[]
}

const accessibility: LegalSection = {
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

const privacy: LegalSection = {
  anchor: 'privacy',
  title: 'Privacy Policy',
  blocks: [
    {
      text: [
        'Venire runs on a machine that your firm, or somebody it trusts, controls. The makers of the program receive nothing: it sends no statistics, no error reports and no copies. Whoever runs this installation answers for the data on it.',
      ],
    },
    {
      heading: 'What is stored of you',
      list: [
        'Your name, e-mail address, profession and role, and what you write into your profile.',
        'Your password as an Argon2id hash, never as text.',
        'Each sign-in: when, from which network address and with which browser. You can see them and end them in your profile.',
        'What you upload, write and decide, and a record of who did what and when, in which every later change shows.',
        'One cookie that keeps you signed in, one for a shared link that you open, and settings of the screen in your browser, such as the theme. There are no other cookies.',
      ],
    },
    {
      heading: 'What is stored of jurors',
      list: [
        'Video and sound of the voir dire as you uploaded them, and the transcript of what was said.',
        'The juror’s number, seat and what the juror said of work, family and experience, as far as your team writes it down.',
        'Findings about words, and your team’s notes, ratings and strikes.',
        'In a case with an anonymous jury no name is taken or shown anywhere.',
      ],
    },
    {
      heading: 'What is never stored',
      list: [
        'A voice print or face print that would recognise a juror elsewhere. Voices are told apart inside one recording only.',
        'A profile of race, ethnicity, gender, religion, origin, orientation or any other trait. Columns with such traits are dropped when a list is imported. Where the law asks for them, the lead of a case can open a restricted record: it is closed by default, never searched and never analysed.',
      ],
    },
    {
      heading: 'Who can see it',
      text: [
        'The members of a case, according to their role. Administrators of the firm see a case’s title and status; to see more they must give a reason, which the case’s members can read. Other firms on the same installation see nothing. The operator of the server can technically reach every file on it.',
      ],
    },
    {
      heading: 'What leaves the server',
      text: [
        'Nothing, unless somebody decides it: the operator by setting up a speech service or a language model elsewhere, and then, for the language model, the lead of each case by switching it on; a member by making an export or a link. Where the operator has set up mail, letters leave it too: they hold counts and links, never words about a juror. No recording, transcript or note trains a model. No page loads anything from another site.',
      ],
    },
    {
      heading: 'How long',
      list: [
        'A deleted video leaves every list at once. Its bytes are kept 30 days, so that a mistake can be undone, and are then destroyed. The operator may have set another number of days.',
        'An archived case is deleted when your firm’s retention time, counted from its closing, ends: 365 days unless your firm chose another.',
        'An export is destroyed when it expires or is revoked.',
        'What was destroyed can still lie in backups made before. The operator decides how long those are kept.',
        'A request sent through the contact form is deleted 90 days after it was handled; the network address it came from, after one day.',
      ],
    },
    {
      heading: 'Your rights',
      text: [
        'You may ask what is stored of you, have it corrected, have it deleted where no duty to preserve it stands against that, and receive a copy. Ask an administrator of your firm, or write to the operator below. A juror may ask the same of the firm that holds the recording.',
      ],
    },
  ],
}

const dataProcessing: LegalSection = {
  anchor: 'data-processing',
  title: 'Data Processing',
  blocks: [
    {
      text: [
        'Where a firm uses an installation that somebody else operates, the firm decides about the data and the operator processes it on the firm’s instructions. These are the terms the program itself keeps; a contract between the two may add to them.',
      ],
    },
    {
      list: [
        'Purpose: preparing for trial and selecting juries. The operator uses the data for nothing else.',
        'Kind of data: recordings, transcripts, records of jurors, notes of the team, accounts of its members.',
        'People concerned: jurors, members of the firm, court and counsel who speak in a recording.',
        'Separation: every query carries the firm of the person who asks. Other firms’ records read as if they did not exist.',
        'Security: passwords as Argon2id hashes, share links as hashes, exports encrypted with AES-256 where a password is given, an audit record chained by SHA-256 that shows any change.',
        'Others who process it: none, unless the operator sets up a speech service, a language model or mail. Which are set up, the operator must tell the firm.',
        'Return and deletion: the firm can export every case and delete it. Deleted bytes are destroyed after the time named under Privacy Policy.',
        'A breach: the operator tells the firm without delay what happened, to whose data, and what was done.',
      ],
    },
  ],
}

const help: LegalSection = {
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

const contact: LegalSection = {
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

const docs: LegalSection = {
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

const terms: LegalSection = {
  anchor: 'terms',
  title: 'Terms of Use',
  blocks: [
    {
      heading: 'The program',
      text: [
        'Venire is free software under the Apache License 2.0. It comes as it is, without warranty of any kind. The terms between you and whoever runs this installation, including a trial and its end, are theirs to set.',
      ],
    },
    {
      heading: 'What you must do',
      list: [
        'Upload only recordings that you may hold and use. Each case asks why your team may hold them.',
        'Keep your password to yourself, and tell an administrator when you think that somebody else knows it.',
        'Check what the machine found against the sound before you rely on it.',
        'Keep the orders of the court: sealed records, anonymous juries, limits on research about jurors.',
        'Answer for what you export. Who receives a file or a link can pass it on, and a file that has left the server cannot be called back.',
      ],
    },
    {
      heading: 'What you must not do',
      list: [
        'Strike, or propose to strike, a juror for race, ethnicity, gender or another trait that the law protects.',
        'Use recordings or transcripts to learn who an anonymous juror is.',
        'Try to reach what is not yours, or disturb the work of others on the server.',
      ],
    },
    {
      heading: 'Your content',
      text: [
        'What you upload and write stays yours. The operator may store and process it so that the program works for you, and for nothing else.',
      ],
    },
    {
      heading: 'The end',
      text: [
        'An administrator can end your membership at any time; what you wrote in a case stays with the case under your name. A firm that leaves can export its cases first.',
      ],
    },
  ],
}

const recording: LegalSection = {
  anchor: 'recording',
  title: 'Recording Duty',
  blocks: [
    {
      text: [
        'Many courts forbid recording jurors, or allow it only under an order. Before the first video enters a case, somebody of its team must say on which ground the recording is held. The answer, who gave it and when stand in the case and in its audit record.',
      ],
    },
    {
      list: [
        'A record of the court: the court made it, or released it.',
        'An order of the court: the order allows the recording and its use.',
        'An own mock: your team made it with people who agreed to it.',
        'Another ground: write down which.',
      ],
    },
    {
      text: [
        'The program cannot check the answer. If you are not sure, ask the court before you upload, not afterwards. If a recording should never have been held, delete the video at once and ask the operator to destroy its bytes before the days of grace end.',
      ],
    },
  ],
}

const disclaimers: LegalSection = {
  anchor: 'disclaimers',
  title: 'Disclaimers',
  blocks: [
    {
      list: [
        'What the machine finds is a draft. It stays a suggestion until a person has checked and confirmed it.',
        'Nothing here is legal advice, and no strike is ever recommended.',
        'A transcript made by a machine is not the record of the court. Check every quote against the sound.',
        'Findings can be wrong and can be missing. How often was measured and is published under Documentation, missed goals included.',
        'Nobody is profiled by race, gender, religion, origin or any other trait.',
        'Sentiment is a statement about wording, never about what a person feels. A pause is a number of seconds and has no meaning of its own.',
        'The check of a strike’s reason knows the rules it was given and no others. It does not know your judge. A reason that passes may still be refused.',
        'Numbers of peremptory challenges per forum are a starting point. The court’s order decides.',
        'Figures, biography and testimonials on the homepage are sample content and marked as such.',
      ],
    },
  ],
}

const legalInquiries: LegalSection = {
  anchor: 'legal-inquiries',
  title: 'Legal Inquiries',
  blocks: [
    {
      text: [
        'Requests about personal data, preservation orders, subpoenas and notices go to the firm that holds the recording, and to the operator of this installation. The makers of the program hold no data and can hand over none.',
        'Name the case, the court and what you ask for. Leave out the names of jurors.',
      ],
    },
  ],
}

export const legalSections: readonly LegalSection[] = [
  help,
  contact,
  docs,
  privacy,
  terms,
  disclaimers,
  recording,
  dataProcessing,
  accessibility,
  legalInquiries,
]
