/** What the landing page says about the product. */
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

export const footerColumns = [
  {
    title: 'Platform',
    links: [
      { label: 'Dashboard', href: '/dashboard' },
      { label: 'Video Processing', href: '/video-processing' },
      { label: 'Cases', href: '/cases' },
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
