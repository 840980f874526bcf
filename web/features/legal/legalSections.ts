export type LegalBlock = {
  heading?: string
  text?: readonly string[]
  list?: readonly string[]
}

export type LegalSection = {
  /** Anchors are permalinks. Don't rename them. */
  anchor: string
  title: string
  blocks: readonly LegalBlock[]
}

const accessibility: LegalSection = {
  anchor: 'accessibility',
  title: 'Accessibility statement',
  blocks: [
    {
      text: [
        'Venire is designed to conform to the Web Content Accessibility Guidelines (WCAG) 2.2, Level AA. Automated tests check its screens with axe in both themes. No independent audit has been performed.',
      ],
    },
    {
      list: [
        'Everything works with a keyboard alone. Every swipe or drag action also has a button.',
        'Severity, status, and sentiment are shown by shape and word as well as color.',
        'Videos are captioned from their transcript.',
        'Moving content stops if your system requests reduced motion, and anyone can pause it.',
        'Screens fit a 390-pixel-wide phone without horizontal scrolling.',
        'PDFs are tagged, so screen readers can identify headings and tables.',
      ],
    },
    {
      heading: 'Known limitations',
      list: [
        'Videos have no audio description. Anything shown in court but not spoken isn’t described.',
        'The seating chart is a grid. With a screen reader, the juror list is easier to use.',
        'PDFs have not been validated against PDF/UA.',
      ],
    },
    {
      heading: 'Report a problem',
      text: [
        'Use the “Contact support” form to tell the operator which screen and which assistive technology you were using.',
      ],
    },
  ],
}

const privacy: LegalSection = {
  anchor: 'privacy',
  title: 'Privacy Policy',
  blocks: [
    {
      text: [
        'Venire runs on a machine controlled by your firm or by someone it trusts. The makers of the software receive nothing: it sends no analytics, error reports, or copies of data. Whoever operates this installation is responsible for the data on it.',
      ],
    },
    {
      heading: 'What we store about you',
      list: [
        'Your name, email address, profession, role, and anything you add to your profile.',
        'Your password, as an Argon2id hash, never as plain text.',
        'Each sign-in: its time, IP address, and browser. You can review and end sign-ins in your profile.',
        'What you upload, write, and decide, along with a tamper-evident record of who did what and when.',
        'One cookie that keeps you signed in, one for any shared link you open, and display settings in your browser, such as the theme. There are no other cookies.',
      ],
    },
    {
      heading: 'What we store about jurors',
      list: [
        'Video and audio of the voir dire as uploaded, and the transcript of what was said.',
        'The juror’s number and seat, and what the juror said about work, family, and experience, to the extent your team records it.',
        'Findings about a juror’s words, and your team’s notes, ratings, and strikes.',
        'In a case with an anonymous jury, names are neither collected nor shown.',
      ],
    },
    {
      heading: 'What we never store',
      list: [
        'Voiceprints or faceprints that could identify a juror elsewhere. Voices are distinguished only within a single recording.',
        'Profiles based on race, ethnicity, gender, religion, national origin, sexual orientation, or any other trait. Columns with such traits are dropped when a list is imported. If the law requires that information, the case lead can open a restricted record, which is closed by default and never searched or analyzed.',
      ],
    },
    {
      heading: 'Who can see your data',
      text: [
        'The members of a case, according to their roles. Firm administrators see a case’s title and status. To see more, they must give a reason, which the case’s members can read. Other firms on the same installation see nothing. The server’s operator has technical access to every file on it.',
      ],
    },
    {
      heading: 'What leaves the server',
      text: [
        'Nothing leaves the server unless someone decides to send it. The operator can set up an external speech service or language model. A language model is used only in cases whose lead turns it on. A member can create an export or a share link. If the operator has set up email, the server also sends messages, which contain counts and links but never words about a juror. No recording, transcript, or note is used to train a model. No page loads anything from another site.',
      ],
    },
    {
      heading: 'How long we keep data',
      list: [
        'A deleted video disappears from every list immediately. Its file is kept for 30 days, so that a mistake can be undone, and is then destroyed. The operator may have set a different number of days.',
        'An archived case is deleted when your firm’s retention period ends. The period starts the day the case is closed and lasts 365 days unless your firm sets a different one.',
        'An export is destroyed when it expires or is revoked.',
        'Destroyed data may remain in earlier backups. The operator decides how long backups are kept.',
        'A contact request is deleted 90 days after it’s handled. The IP address it came from is deleted after one day.',
      ],
    },
    {
      heading: 'Your rights',
      text: [
        'You may ask what data is stored about you, have it corrected, have it deleted unless a duty to preserve applies, and receive a copy. Contact an administrator of your firm or the operator below. A juror may ask the same of the firm that holds the recording.',
      ],
    },
  ],
}

const dataProcessing: LegalSection = {
  anchor: 'data-processing',
  title: 'Data processing',
  blocks: [
    {
      text: [
        'If a firm uses an installation that someone else operates, the firm controls the data and the operator processes it on the firm’s instructions. The software itself enforces the following terms. The firm and the operator may add to them by contract.',
      ],
    },
    {
      list: [
        'Purpose: trial preparation and jury selection. The operator doesn’t use the data for any other purpose.',
        'Types of data: recordings, transcripts, juror records, team notes, and member accounts.',
        'Data subjects: jurors, members of the firm, and the court and counsel heard in a recording.',
        'Separation: every query is limited to the requester’s firm. A request for another firm’s record is answered as if the record didn’t exist.',
        'Security: passwords are stored as Argon2id hashes and share links as hashes. Exports with a password are encrypted with AES-256. An audit log chained with SHA-256 reveals any change.',
        'Subprocessors: none, unless the operator sets up a speech service, a language model, or email. The operator must tell the firm which are in use.',
        'Return and deletion: the firm can export and delete every case. Deleted files are destroyed after the period stated in the Privacy Policy.',
        'Breach notification: the operator notifies the firm without delay, stating what happened, whose data was affected, and what was done.',
      ],
    },
  ],
}

const help: LegalSection = {
  anchor: 'help',
  title: 'Help Center',
  blocks: [
    {
      text: [
        'Illustrated guides to every task: uploading, reviewing findings, identifying speakers, strikes, the courtroom, exports, sharing, backups, and keyboard shortcuts.',
      ],
    },
  ],
}

const contact: LegalSection = {
  anchor: 'contact',
  title: 'Contact support',
  blocks: [
    {
      text: [
        'Your firm, or someone it trusts, runs this installation. Your firm’s administrators can invite people, unlock accounts, and change firm settings. For anything they can’t resolve, write to the operator, who runs the server.',
        'If something failed, include the request number from the error message so the operator can find it in the logs.',
      ],
    },
  ],
}

const docs: LegalSection = {
  anchor: 'docs',
  title: 'Documentation',
  blocks: [
    {
      heading: 'Where transcripts come from',
      text: [
        'Venire uses the best source available, in this order: a transcript you attach, captions in the file, a speech service set up by the operator, a larger model on the server, the small English recognizer included with Venire, and finally a draft. Each video shows which source was used and why. Machine transcripts can read well and still be wrong, so listen before you rely on one. A draft is labeled as a draft, because many of its words are wrong.',
      ],
    },
    {
      heading: 'What a finding is',
      text: [
        'A suggestion about a juror’s own words: a hardship, a bias indicator, a long pause, or a key statement. It quotes the question and answer, names the rule that flagged it, and plays from that moment. The court’s and counsel’s words are never flagged. It stays a suggestion until a person confirms, edits, or dismisses it.',
      ],
    },
    {
      heading: 'Keyboard shortcuts',
      text: ['Press ? on any screen to see its shortcuts. You can turn off single-key shortcuts in your profile.'],
    },
    {
      heading: 'For the server operator',
      text: [
        'The program’s docs folder contains operations.md (settings, backups, upgrades), cli.md (command line), engine.md (how the analysis works and how accurate it is), strikes.md, and rationale.md (the strike workflow and the rationale check).',
      ],
    },
  ],
}

const terms: LegalSection = {
  anchor: 'terms',
  title: 'Terms of Use',
  blocks: [
    {
      heading: 'The software',
      text: [
        'Venire is free software under the Apache License 2.0, provided as is, without warranty of any kind. The terms of your use, including the length of any free trial, are set by the operator.',
      ],
    },
    {
      heading: 'Your responsibilities',
      list: [
        'Upload only recordings you are permitted to hold and use. In each case, your team must state its basis for holding them.',
        'Keep your password confidential, and tell an administrator if you think someone else knows it.',
        'Check machine-generated results against the audio before relying on them.',
        'Follow court orders, including those on sealed records, anonymous juries, and limits on juror research.',
        'Take responsibility for what you export. Anyone who receives a file or link can pass it on, and a file that has left the server can’t be recalled.',
      ],
    },
    {
      heading: 'Prohibited conduct',
      list: [
        'Striking, or proposing to strike, a juror because of race, ethnicity, gender, or any other legally protected trait.',
        'Using recordings or transcripts to identify an anonymous juror.',
        'Attempting to access data that isn’t yours, or interfering with others’ work on the server.',
      ],
    },
    {
      heading: 'Your content',
      text: [
        'You keep ownership of what you upload and write. The operator may store and process it only to provide the software to you.',
      ],
    },
    {
      heading: 'Termination',
      text: [
        'An administrator can end your membership at any time. What you wrote in a case stays with the case under your name. A firm that leaves can export its cases first.',
      ],
    },
  ],
}

const recording: LegalSection = {
  anchor: 'recording',
  title: 'Recording duty',
  blocks: [
    {
      text: [
        'Many courts prohibit recording jurors or allow it only by order. Before the first video is added to a case, a team member must state the basis for holding the recording. The answer, who gave it, and when are kept in the case and its audit log.',
      ],
    },
    {
      list: [
        'Court record: the court made or released the recording.',
        'Court order: an order permits the recording and its use.',
        'Mock voir dire: your team recorded people who consented.',
        'Other basis: state what it is.',
      ],
    },
    {
      text: [
        'The software can’t verify your answer. If you’re unsure, ask the court before you upload. If your team should never have had a recording, delete the video immediately and ask the operator to destroy the file before the recovery period ends.',
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
        'Machine findings are drafts. Each remains a suggestion until a person has checked and confirmed it.',
        'Nothing here is legal advice, and Venire never recommends a strike.',
        'A machine transcript is not the court record. Check every quote against the audio.',
        'Findings can be wrong or missing. Measured error rates, including where they miss our targets, are published under Documentation.',
        'Nobody is profiled by race, gender, religion, national origin, or any other trait.',
        'Sentiment describes wording, never what a person feels. A pause is only a duration in seconds and has no meaning of its own.',
        'The rationale check applies only the rules it was given. It doesn’t know your judge. A reason that passes may still be rejected.',
        'The number of peremptory strikes listed for each forum is a starting point. The court’s order controls.',
        'The figures, biography, and testimonials on the homepage are sample content and are labeled as such.',
      ],
    },
  ],
}

const legalInquiries: LegalSection = {
  anchor: 'legal-inquiries',
  title: 'Legal inquiries',
  blocks: [
    {
      text: [
        'Send requests about personal data, preservation orders, subpoenas, and legal notices to the firm that holds the recording and to the operator of this installation. The makers of the software hold no data and can’t produce any.',
        'Include the case, the court, and your request. Don’t include juror names.',
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
