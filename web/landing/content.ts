/**
 * `claims`, `trial`, `steps` durations, `founder`, and `testimonials` are sample content. The page labels them as such.
 */
export const sampleMark = 'Sample content'
export const sampleNote = 'The trial, step durations, results, founder, and testimonials on this page are examples.'

export const hero = {
  title: 'From voir dire video to strikes that hold up on the record',
  text: 'Venire helps legal professionals prepare for trial and select juries. It transcribes who said what, flags what may matter, and ties every finding to the exact words and moment.',
  picture: 'A suggested finding in review: the video, the question, the juror’s answer, and why it was flagged.',
} as const

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
    text: 'Drop in a video. The transcript, speakers, and findings appear automatically.',
  },
  {
    title: 'Review and analyze',
    minutes: 30,
    text: 'Read along as it plays. Every finding links to its exact words and time.',
  },
  { title: 'Track strikes', minutes: 15, text: 'Tie each strike to what was said and get it approved.' },
  {
    title: 'Export reports',
    minutes: 2,
    text: 'Take the record with you, protected by a password and an expiration date.',
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
    'After two decades as a trial attorney, picking juries from handwritten seating charts, the founder was tired of losing arguments about what a juror had said because nobody could find the moment.',
    'Venire began as a way to find that moment: the words, the voice, and the question before it. It grew into the record a team builds from the first question to the last strike.',
  ],
} as const

export const testimonials = [
  {
    quote: 'We argued a cause challenge with the juror’s own words on the screen, ten minutes after they were spoken.',
    role: 'Trial attorney, sample',
  },
  {
    quote: 'I used to type timecodes into a spreadsheet all night. Now I check them and go home.',
    role: 'Paralegal, sample',
  },
  {
    quote: 'It shows me what was said and lets me decide what it means. That’s how it should be.',
    role: 'Jury consultant, sample',
  },
] as const

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
      { label: 'Help Center', href: '/legal#help' },
      { label: 'Contact support', href: '/legal#contact' },
      { label: 'Documentation', href: '/legal#docs' },
    ],
  },
  {
    title: 'Legal',
    links: [
      { label: 'Privacy Policy', href: '/legal#privacy' },
      { label: 'Terms of Use', href: '/legal#terms' },
      { label: 'Disclaimers', href: '/legal#disclaimers' },
      { label: 'Legal inquiries', href: '/legal#legal-inquiries' },
    ],
  },
] as const
