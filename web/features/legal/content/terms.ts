import type { LegalSection } from '../legalSection.ts'

export const terms: LegalSection = {
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

export const recording: LegalSection = {
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

export const disclaimers: LegalSection = {
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

export const legalInquiries: LegalSection = {
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
