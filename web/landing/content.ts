/**
 * All that the landing page says. `claims`, `trial`, `durations`, `founder` and `testimonials` are sample content: roles
 * instead of names, figures that nobody measured, and a mark on the screen that says so.
 */
export const sampleMark = 'Sample content'

export const hero = {
  title: 'From the video of a voir dire to strikes that stand on the record',
  text: 'Venire helps legal professionals prepare for trial and select juries. It writes down who said what, marks what may matter, and ties every finding to the words and the second it came from.',
  picture: 'The review room: the video of the sample, its transcript and the findings beside it.',
} as const

/** Stated of the trial; who runs an installation decides. */
export const trial = ['14-day free trial', 'No credit card', 'Cancel anytime'] as const

export const capabilities = [
  {
    title: 'Video analysis',
    text: 'Upload voir dire videos and obtain transcripts, speaker identification, sentiment and bias analysis, and automatic highlight detection: hardships, bias indicators, long pauses, key statements.',
  },
  {
    title: 'Strike tracking',
    text: 'Record cause strikes and peremptory strikes with rationale, timecode and an approval workflow.',
  },
  {
    title: 'Export reports',
    text: 'Export reports as PDF, CSV, MP4 and HTML, with password protection and expiry.',
  },
  {
    title: 'Cases and teamwork',
    text: 'Manage cases and sessions, and collaborate with team members.',
  },
] as const

export const steps = [
  {
    title: 'Upload and process',
    minutes: 5,
    text: 'Drop the video. The transcript, the speakers and the findings follow by themselves.',
  },
  {
    title: 'Review and analyze',
    minutes: 30,
    text: 'Read along while it plays. Every finding points to its words and its second.',
  },
  { title: 'Track strikes', minutes: 15, text: 'Bind each strike to what was said, and have it approved.' },
  {
    title: 'Export reports',
    minutes: 2,
    text: 'Take the record with you, protected by a password and an expiry date.',
  },
] as const

export const claims = [
  { figure: '40+', what: 'hours saved per case' },
  { figure: '75%', what: 'cost reduction' },
  { figure: '94%', what: 'accuracy improvement' },
  { figure: '98%', what: 'satisfaction' },
  { figure: '500+', what: 'attorneys' },
] as const

export const founder = {
  role: 'Founder, sample',
  text: [
    'A trial attorney for two decades, the founder picked juries from handwritten seating charts and lost arguments about what a juror had said, because nobody could find the minute.',
    'Venire began as a way to find that minute again: the words, the voice and the question before it. It grew into the record that a team takes from the first question to the last strike.',
  ],
} as const

export const testimonials = [
  {
    quote: 'We argued a cause challenge with the juror’s own words on the screen, ten minutes after they were said.',
    role: 'Trial attorney, sample',
  },
  {
    quote: 'I used to type timecodes into a spreadsheet all night. Now I check them, and I go home.',
    role: 'Paralegal, sample',
  },
  {
    quote: 'It shows me what was said and leaves what it means to me. That is how it should be.',
    role: 'Jury consultant, sample',
  },
] as const

/** How long one testimonial stays. */
export const rotationMs = 5000

export const footerColumns = [
  {
    title: 'Platform',
    links: [
      { label: 'Dashboard', href: '/dashboard' },
      { label: 'Video Processing', href: '/video-processing' },
      { label: 'Cases', href: '/cases' },
      { label: 'Profile', href: '/profile' },
    ],
  },
  {
    title: 'Support',
    links: [
      { label: 'Help Centre', href: '/legal#help' },
      { label: 'Contact Support', href: '/legal#contact' },
      { label: 'Documentation', href: '/legal#docs' },
    ],
  },
  {
    title: 'Legal',
    links: [
      { label: 'Privacy Policy', href: '/legal#privacy' },
      { label: 'Terms of Use', href: '/legal#terms' },
      { label: 'Disclaimers', href: '/legal#disclaimers' },
      { label: 'Legal Inquiries', href: '/legal#legal-inquiries' },
    ],
  },
] as const
