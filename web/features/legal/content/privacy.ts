import type { LegalSection } from '../legalSection.ts'

export const privacy: LegalSection = {
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

export const dataProcessing: LegalSection = {
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
