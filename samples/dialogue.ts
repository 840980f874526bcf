/** The sample's fictional dialogue. In `{No.|number}`, the left side is written and the right side is spoken. */

/** `voice` is a flite voice. A `pitch` above 1 is higher, and a `pace` above 1 is slower. */
interface Member {
  label: string
  caption: string
  role: 'judge' | 'prosecutor' | 'defense_attorney' | 'juror'
  jurorNumber: string | null
  voice: 'slt' | 'rms' | 'awb' | 'kal16'
  pitch: number
  pace: number
}

const juror = (number: string, voice: Member['voice'], pitch: number, pace: number): Member => ({
  label: `PROSPECTIVE JUROR NO. ${number}`,
  caption: `JUROR ${number}`,
  role: 'juror',
  jurorNumber: number,
  voice,
  pitch,
  pace,
})

export const cast = {
  court: {
    label: 'THE COURT',
    caption: 'THE COURT',
    role: 'judge',
    jurorNumber: null,
    voice: 'rms',
    pitch: 0.92,
    pace: 1.02,
  },
  prosecutor: {
    label: 'PROSECUTOR',
    caption: 'PROSECUTOR',
    role: 'prosecutor',
    jurorNumber: null,
    voice: 'slt',
    pitch: 0.98,
    pace: 1.02,
  },
  defense: {
    label: 'DEFENSE COUNSEL',
    caption: 'DEFENSE COUNSEL',
    role: 'defense_attorney',
    jurorNumber: null,
    voice: 'awb',
    pitch: 1,
    pace: 1.02,
  },
  juror3: juror('3', 'rms', 1.16, 1.0),
  juror7: juror('7', 'awb', 1.17, 1.0),
  juror12: juror('12', 'awb', 0.86, 1.05),
  juror18: juror('18', 'slt', 1.15, 1.08),
  juror24: juror('24', 'kal16', 1, 1.05),
} as const satisfies Record<string, Member>
export type CastId = keyof typeof cast

export type Line = { by: CastId; pauseMs: number; says: string } | { note: string }

const say = (by: CastId, pauseMs: number, says: string): Line => ({ by, pauseMs, says })

export const dialogue: readonly Line[] = [
  { note: '(Prospective jurors present.)' },
  say(
    'court',
    1800,
    'Good morning. This is a criminal trial, and it will take about three weeks. Would that be a hardship for anyone? Juror {No.|number} {3|three}.',
  ),
  say('juror3', 900, "If I don't show up, I don't get paid. I'm the only income in our house."),
  say('court', 700, 'Does your employer pay you for jury service?'),
  say('juror3', 600, 'No, Your Honor. Not one day.'),
  say('court', 600, 'Can anyone else cover your route?'),
  say('juror3', 700, "Nobody. It's my truck, and I'm the only driver."),
  say('court', 800, 'Thank you. Juror {No.|number} {7|seven}, your hand was up.'),
  say('juror7', 800, "I thought it would be a problem, but my boss keeps paying me. So, no, it's not a hardship."),
  say('court', 800, 'Thank you. The prosecutor may inquire.'),
  say(
    'prosecutor',
    1000,
    "Thank you, Your Honor. Both sides want a jury that is fair. You will hear from a sheriff's deputy. Juror {No.|number} {12|twelve}, would you believe a deputy over another witness, just because of the badge?",
  ),
  say('juror12', 1000, 'Honestly, I would. My brother is a deputy. I back the blue, always have.'),
  say(
    'prosecutor',
    800,
    'The judge will tell you to weigh every witness by the same standard. Could you set that aside, and follow the instruction?',
  ),
  say('juror12', 800, 'Yes. I can set it aside. I would follow the instruction.'),
  say('prosecutor', 600, 'Any doubt about that?'),
  say('juror12', 700, 'No doubt at all.'),
  say('prosecutor', 800, 'Nothing further, Your Honor.'),
  say('court', 700, 'Defense counsel, you may inquire.'),
  say('defense', 1000, 'Does anyone here know a witness in this case, or has anyone read about it in the news?'),
  { note: '(No response.)' },
  say(
    'defense',
    2600,
    'I see no hands. Juror {No.|number} {18|eighteen}, my client may choose not to testify. How would that strike you?',
  ),
  say('juror18', 900, 'An innocent person would get up there and say so. I would hold it against him.'),
  say(
    'defense',
    800,
    'The law says that silence is not evidence. Could you follow that rule, even if you never hear from him?',
  ),
  say('juror18', 4300, "I would try. I can't promise it."),
  say('defense', 900, 'Suppose the trial ended tomorrow, and he never spoke. Would you still wonder?'),
  say('juror18', 800, 'Yes. I would want to hear his side.'),
  say(
    'defense',
    900,
    'Thank you for telling us. Juror {No.|number} {24|twenty\u00a0four}, have you served on a jury before?',
  ),
  say('juror24', 800, 'Yes, six years ago. It was a burglary trial, and I was the foreperson.'),
  say('defense', 700, 'Did anything about it leave a bad taste?'),
  say('juror24', 800, 'No, not at all. I can listen to both sides, and decide on the evidence.'),
  say('defense', 900, 'Your Honor, may we approach?'),
  { note: '(At sidebar.)' },
  say(
    'defense',
    1800,
    'The defense challenges Juror {No.|number} {18|eighteen} for cause. The juror would hold silence against him, and would only try to follow the law.',
  ),
  say('prosecutor', 900, 'No objection, Your Honor.'),
  say('court', 900, 'The challenge for cause is granted. Juror {No.|number} {18|eighteen} is excused.'),
]

/** Expected findings by speaker and turn start. `traps` sound like findings but must not be reported. */
export const expected = {
  findings: [
    { type: 'hardship', sub: 'financial', by: 'juror3', begins: 'If I', stance: null },
    { type: 'bias_indicator', sub: 'law_enforcement_pro', by: 'juror12', begins: 'Honestly', stance: 'expressed' },
    { type: 'key_statement', sub: 'rehabilitation', by: 'juror12', begins: 'Yes.', stance: 'rehabilitated' },
    { type: 'bias_indicator', sub: 'right_to_silence', by: 'juror18', begins: 'An innocent', stance: 'expressed' },
    {
      type: 'key_statement',
      sub: 'rehabilitation_equivocal',
      by: 'juror18',
      begins: 'I would try',
      stance: 'equivocal',
    },
    { type: 'long_pause', sub: 'latency', by: 'juror18', begins: 'I would try', stance: null },
    {
      type: 'bias_indicator',
      sub: 'right_to_silence',
      by: 'juror18',
      begins: 'Yes. I would want',
      stance: 'reaffirmed',
    },
    { type: 'key_statement', sub: 'prior_jury', by: 'juror24', begins: 'Yes, six', stance: null },
  ],
  traps: [
    { by: 'court', begins: 'Good morning' },
    { by: 'juror7', begins: 'I thought' },
    { by: 'prosecutor', begins: 'Thank you, Your Honor' },
    { by: 'defense', begins: 'Suppose' },
    { by: 'defense', begins: 'The defense challenges' },
  ],
} as const satisfies {
  findings: readonly { type: string; sub: string; by: CastId; begins: string; stance: string | null }[]
  traps: readonly { by: CastId; begins: string }[]
}
