/** The task guides, as plain words: searched, marked and shown in this order. An anchor never changes its name. */
export type Guide = {
  anchor: string
  title: string
  /** What somebody has who did it. */
  goal: string
  steps: readonly string[]
  notes?: readonly string[]
  picture?: { name: string; alt: string }
}

export const guides: readonly Guide[] = [
  {
    anchor: 'upload',
    title: 'Upload a video',
    goal: 'The video of a voir dire is on the server and is being analysed.',
    steps: [
      'Open Video Processing. Drop your files on the zone, press it to browse, or press U. MP4, MOV, AVI and WebM are taken.',
      'Press the upload button, which says how many files it sends. Each file shows its progress and can be paused. After a lost connection it goes on where it stopped; after a restart of the browser, choose the same file again and it goes on as well.',
      'You may leave the page. The bell tells you when the video is completed.',
      'Open the video and press Add to Case. Choose the case and its session, so that its findings become highlights. The first video of a case asks on which ground you hold the recording.',
    ],
    notes: [
      'Have the court reporter’s transcript? Open the video, press Attach Transcript, and its words are laid onto the recording. That is better than any recognition.',
      'A video that failed can be analysed again without a new upload: open it and press Reprocess Analysis.',
    ],
    picture: { name: 'upload', alt: 'Video Processing Center: the upload zone above the library of videos.' },
  },
  {
    anchor: 'findings',
    title: 'Read the findings',
    goal: 'Every finding is confirmed, changed or dismissed by a person.',
    steps: [
      'Open the session and press Highlights (H). Each card shows the question, the juror’s own words, why it was flagged, and its severity by shape, word and colour.',
      'Press the time to hear it. A dashed border means: found by the machine, not yet looked at.',
      'Press Confirm (Enter), Dismiss (X, with a reason), or change the severity. The arrows lead to the next one.',
      'Filter by type, severity, juror or status. Several can be chosen and decided at once.',
      'Chains, in the review room, show a concern with the questions that followed, the answers and the ruling on one card.',
    ],
    notes: [
      'A pause is a number of seconds. It says nothing of its meaning.',
      'Nothing found is no proof that nothing was said: see how often findings are missed under Documentation.',
    ],
    picture: {
      name: 'findings',
      alt: 'Highlights of a session: filters beside cards with question, answer and severity.',
    },
  },
  {
    anchor: 'voices',
    title: 'Say who is speaking',
    goal: 'Each voice of a recording is a juror, the court or counsel.',
    steps: [
      'Open the review room and choose the tab Juror. It lists everybody who speaks.',
      'Press Assign beside a voice. Three excerpts can be played before you decide.',
      'Choose the role and, for a juror, the number. Apply it to all videos of the session where the same name stands for the same person.',
      'Where a juror said a number aloud, the product proposes it. It stays a proposal until you confirm it.',
      'Turns that stand under the wrong voice: press Turns, choose them and give them to another. Voices can be split and merged, and grouped anew by the number of people you count.',
    ],
    picture: { name: 'voices', alt: 'A dialog that asks who Juror 18 is, with three excerpts to play.' },
  },
  {
    anchor: 'strikes',
    title: 'Record strikes',
    goal: 'Each strike stands with its ground, its evidence, its approval and its ruling.',
    steps: [
      'Press S in the session, or open the case, its tab Strikes and the Strike log of the day. The top shows the challenges left.',
      'Press Strike, choose the juror and the kind. For cause, choose the ground of your forum.',
      'Pick the evidence: highlights, stretches of the video, or page and line. Write the rationale; its check runs as you type and names the words it minds.',
      'Look at the comparators: jurors who said the same and stay. Say what the difference is.',
      'Submit for approval. The lead approves, asks for changes or rejects. In court it can be exercised first and approved afterwards.',
      'Record the ruling. After a denied challenge for cause, the steps that preserve the error are listed with what is still missing.',
    ],
    notes: ['A strike is never deleted. A mistake is made void with a reason, and its number is free again.'],
    picture: { name: 'strikes', alt: 'Strike Log: what both sides have left above the seats of the jury box.' },
  },
  {
    anchor: 'courtroom',
    title: 'Work in the courtroom',
    goal: 'A phone or tablet at counsel table shows the box and takes strikes at the speed of the court.',
    steps: [
      'In the Strike Log press Courtroom. The board fills the screen and shows every seat with its juror.',
      'Press a juror. Before anything counts, number, seat and a quote are shown in large letters, so that the wrong juror is not struck.',
      'Press who strikes. For ten seconds it can be undone.',
      'Without a network go on: what you press waits on the device and is sent in order when the line is back.',
      'No devices allowed? Print the strike sheet beforehand. Its code leads back to the board.',
    ],
    notes: ['Open the board once while you have a network: the device keeps what it needs from then on.'],
    picture: { name: 'courtroom', alt: 'Courtroom board: the sheet of Juror 12 with a quote and large buttons.' },
  },
  {
    anchor: 'exports',
    title: 'Make an export',
    goal: 'A file that can be filed, handed over or archived.',
    steps: [
      'Open Exports of a session or a case (E).',
      'Choose the type and the template, then what goes in. Confirmed highlights are in by default; suggestions only if you say so.',
      'Names of jurors and employers, ratings and the team’s notes stay out unless you put them in. A warning stands before anything privileged.',
      'Set a password if the file leaves your firm. It encrypts the file itself and is not kept: write it down.',
      'Press Make export. It appears in the list, with its size and its SHA-256, and is destroyed when it expires.',
    ],
    picture: { name: 'exports', alt: 'Exports: the form on the left, a ready PDF with its hash on the right.' },
  },
  {
    anchor: 'sharing',
    title: 'Share with somebody outside',
    goal: 'An expert or a client can open one export, for a time, without an account.',
    steps: [
      'Beside a ready export press Make a link.',
      'Say for whom it is, set a password and an end, and, if you like, how many downloads.',
      'Send the address and the password by two different ways.',
      'Details shows who opened it and when. Revoke ends it at once.',
    ],
    notes: ['What holds privileged work product cannot be shared by a link at all.'],
    picture: { name: 'sharing', alt: 'A dialog that makes a link: for whom, password, end, number of downloads.' },
  },
  {
    anchor: 'backups',
    title: 'Keep backups',
    goal: 'After a broken disk the installation stands again as it was.',
    steps: [
      'This is for whoever runs the server. On it, in the folder of the program, run ./venire backup --to and a folder on another disk. It saves the database and the files while people work, and reads every file again.',
      'Run ./venire backup --verify --to and the same folder from time to time. It names every damaged file.',
      'Try it: on an empty installation run ./venire restore and the folder of the backup.',
      'Let the server do it every night, and encrypt the disk it lies on. The file docs/operations.md shows how.',
    ],
  },
  {
    anchor: 'keyboard',
    title: 'Work with the keyboard',
    goal: 'Hands stay on the keys while the video plays.',
    steps: [
      'Press ? on any screen: a list shows what applies there.',
      'Everywhere: H dashboard, C cases, V video processing, P profile, Ctrl+K search, Ctrl+R refresh all data, Alt+← and Alt+→ back and forward, Escape closes the topmost layer.',
      'On cases: N new case, F search. On a case: N new session, E exports. In a session: H highlights, S strike log, E exports. On Video Processing: U chooses files.',
      'In the review room: Space plays and pauses, J, K and L go back, pause and play, I and O mark a stretch, the arrows lead through the highlights, Enter confirms, X dismisses, / finds.',
      'Single keys disturb dictation? Switch them off in your profile. Keys with Ctrl or Alt stay.',
    ],
    picture: { name: 'keyboard', alt: 'The list of keyboard shortcuts that apply in the review room.' },
  },
]
