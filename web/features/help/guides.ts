/** Anchors are permalinks. Don't rename them. */
export type Guide = {
  anchor: string
  title: string
  goal: string
  steps: readonly string[]
  notes?: readonly string[]
  picture?: { name: string; alt: string }
}

export const guides: readonly Guide[] = [
  {
    anchor: 'upload',
    title: 'Upload a video',
    goal: 'Add a voir dire video to Venire and start the analysis.',
    steps: [
      'Open Video Processing. Drop your files on the upload zone, click it to browse, or press U. Venire accepts MP4, MOV, AVI, and WebM, and the audio formats WAV, MP3, M4A, FLAC, and OGG.',
      'Press the upload button, which shows the number of files. Each upload has a progress bar and can be paused. It resumes on its own after a lost connection. After restarting the browser, select the same file again to resume.',
      'You can leave the page. You’ll get a notification when the video is ready.',
      'Open the video and press Add to Case. Choose a case and a session so that findings become highlights. When you add the first video to a case, you’re asked for your legal basis for having the recording.',
    ],
    notes: [
      'Have the court reporter’s transcript? Open the video and press Attach transcript. Venire aligns it with the recording, which is more accurate than any speech recognition.',
      'If analysis fails, you don’t need to upload again. Open the video and press Reprocess Analysis.',
    ],
    picture: { name: 'upload', alt: 'Video Processing Center with the upload zone above the video library.' },
  },
  {
    anchor: 'findings',
    title: 'Review findings',
    goal: 'Confirm, edit, or dismiss each finding.',
    steps: [
      'Open the session and press Highlights (H). Each card shows the question, the juror’s own words, why it was flagged, and its severity by shape, word, and color.',
      'Press the time to hear it. A dashed border marks a suggestion that nobody has reviewed yet.',
      'Press Confirm (Enter) or Dismiss (X, with a reason), or change the severity. Use the arrow keys to move to the next one.',
      'Filter by type, severity, juror, or status. You can select several and confirm or dismiss them together.',
      'In the review room, Chains shows a concern on one card with its follow-up questions, the answers, and the ruling.',
    ],
    notes: [
      'A pause is only a duration in seconds. Venire doesn’t interpret it.',
      'No findings doesn’t mean nothing was said. See Documentation for how often findings are missed.',
    ],
    picture: {
      name: 'findings',
      alt: 'Session highlights: filters beside cards with question, answer, and severity.',
    },
  },
  {
    anchor: 'voices',
    title: 'Identify speakers',
    goal: 'Assign each voice in a recording to a juror, the court, or counsel.',
    steps: [
      'Open the review room and choose the Juror tab. It lists every speaker.',
      'Press Assign next to a voice. You can play three excerpts before you decide.',
      'Choose the role and, for a juror, the number. You can apply it to every video in the session where the same label refers to the same person.',
      'If a juror stated a number aloud, Venire suggests it. It’s only a suggestion until you confirm it.',
      'If turns are assigned to the wrong voice, press Turns, select them, and reassign them. You can also split and merge voices, or regroup them by the number of speakers you count.',
    ],
    picture: { name: 'voices', alt: 'A dialog asking who Juror 18 is, with three excerpts to play.' },
  },
  {
    anchor: 'strikes',
    title: 'Record strikes',
    goal: 'Record each strike with its grounds, evidence, approval, and ruling.',
    steps: [
      'Press S in the session, or open the case’s Strikes tab and choose the day’s strike log. The remaining strikes are shown at the top.',
      'Press Add strike, then choose the juror and the kind of strike. For a cause strike, choose one of the grounds your forum recognizes.',
      'Attach evidence: highlights, video clips, or page and line cites. Write the rationale. It’s checked as you type, and problem wording is flagged.',
      'Review the comparators: jurors who gave similar answers and were kept. Explain the difference.',
      'Submit for approval. The lead approves, requests changes, or rejects. In court, you can exercise a strike first and get approval afterward.',
      'Record the ruling. If a cause challenge is denied, Venire lists the steps that preserve error and which ones are still missing.',
    ],
    notes: ['Strikes are never deleted. If one is a mistake, void it with a reason. Its number can be used again.'],
    picture: { name: 'strikes', alt: 'Strike Log: each side’s remaining strikes above the jury box.' },
  },
  {
    anchor: 'courtroom',
    title: 'Work in the courtroom',
    goal: 'Use a phone or tablet at counsel table to see the jury box and record strikes as fast as the court moves.',
    steps: [
      'In the Strike Log, press Board. It fills the screen with every seat, its juror, rating, and worst findings.',
      'Press Seat in call order or Paste strike sheet to seat the panel.',
      'Tap a juror. The number, seat, and a quote appear in large type before you confirm, so you don’t strike the wrong juror.',
      'Tap the side making the strike. You can undo it for ten seconds.',
      'If you lose the network, keep going. Your entries are saved on the device and sent in order when you’re back online.',
      'No devices allowed? Print the strike sheet in advance. Its QR code opens the board.',
    ],
    notes: ['Open the board once while you’re online. After that, it works offline on this device.'],
    picture: { name: 'courtroom', alt: 'Board: Juror 12’s sheet with a quote and large buttons.' },
  },
  {
    anchor: 'exports',
    title: 'Create an export',
    goal: 'Create a document or video you can file, share, or archive.',
    steps: [
      'Open Exports in a session or a case (E).',
      'Choose the file type and template, then the contents. Confirmed highlights are included by default. Suggestions are included only if you turn them on.',
      'Juror names, employers, ratings, and team notes are left out unless you include them. A warning appears before anything privileged is added.',
      'Set a password if the file will leave your firm. It encrypts the file and isn’t stored, so write it down.',
      'Press Create export. The export appears in the list with its size and SHA-256, and is destroyed when it expires.',
    ],
    picture: { name: 'exports', alt: 'Exports: the form on the left, a finished PDF with its hash on the right.' },
  },
  {
    anchor: 'sharing',
    title: 'Share outside your firm',
    goal: 'Give an expert or a client temporary access to one export, without an account.',
    steps: [
      'Next to a finished export, press Create link.',
      'Enter who it’s for, a password, and an expiration date. You can also limit the number of downloads.',
      'Send the link and the password through separate channels.',
      'Details shows who opened it and when. Revoke disables it immediately.',
    ],
    notes: ['Exports with privileged work product can’t be shared by link.'],
    picture: {
      name: 'sharing',
      alt: 'A dialog for creating a link, with recipient, password, expiration, and download limit.',
    },
  },
  {
    anchor: 'backups',
    title: 'Back up and restore',
    goal: 'Restore the installation after a disk failure.',
    steps: [
      'For the server operator: in the program folder on the server, run ./venire backup --to followed by a folder on another disk. It saves the database and files while people work, then verifies every file.',
      'From time to time, run ./venire backup --verify --to with the same folder. It lists every damaged file.',
      'Test it: on an empty installation, run ./venire restore with the backup folder.',
      'Schedule a nightly backup and encrypt the backup disk. See docs/operations.md.',
    ],
  },
  {
    anchor: 'keyboard',
    title: 'Use the keyboard',
    goal: 'Keep your hands on the keyboard while the video plays.',
    steps: [
      'Press ? on any screen to see its shortcuts.',
      'Everywhere: H dashboard, C cases, V video processing, P profile, Ctrl+K search and commands, Ctrl+R refresh all data, Alt+← back, Alt+→ forward, Escape closes the topmost dialog.',
      'Cases: N new case, F search. Case: N new session, E exports. Session: H highlights, S strike log, E exports. Video Processing: U choose files.',
      'Review room: Space play or pause, J rewind, K pause, L play, I and O mark a clip, arrow keys move between highlights, Enter confirm, X dismiss, / search.',
      'Triage: C or Enter confirm, X dismiss, S strike, H add to reel, 1–4 severity, Z undo, ← back, → skip, R replay, Escape close.',
      'Using dictation? Turn off single-key shortcuts in your profile. Shortcuts that use Ctrl or Alt still work.',
    ],
    picture: { name: 'keyboard', alt: 'Keyboard shortcuts for the review room.' },
  },
]
