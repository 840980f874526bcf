import type { ReactNode } from 'react'
import { MeasuredFigures } from './MeasuredFigures.tsx'

type LegalSection = { anchor: string; title: string; content: ReactNode }

/** The links of the whole product lead to these anchors: an anchor never changes its name. */
export const legalSections: readonly LegalSection[] = [
  {
    anchor: 'help',
    title: 'Help centre',
    content: (
      <ol className="grid list-decimal gap-2 pl-6">
        <li>
          Open <em>Video Processing</em> and drop your files, or browse for them: MP4, MOV, AVI or WebM. Large files can
          be paused, and go on after a lost connection.
        </li>
        <li>Wait until the video is completed. You may leave the page; the work goes on without it.</li>
        <li>
          Open the video. Press a word of the transcript to hear it, and a finding to see the words that it rests on.
        </li>
        <li>Mark what matters to you with an annotation.</li>
      </ol>
    ),
  },
  {
    anchor: 'contact',
    title: 'Contact support',
    content: (
      <p>
        This installation is run by your firm or by somebody it trusts. Ask an administrator of your firm first; they
        know who runs the server. When something fails, tell them the request number that stands on the error card.
      </p>
    ),
  },
  {
    anchor: 'docs',
    title: 'Documentation',
    content: (
      <>
        <p>
          The keyboard works everywhere: press <kbd>?</kbd> on any screen to see the keys that apply there. Single keys
          can be switched off in your profile.
        </p>
        <p>
          A transcript comes from the best source at hand: one that you attach, captions inside the file, or speech
          recognition. Every video says which one was used, and a draft is called a draft. The documentation for those
          who run the server lies in the folder <code>docs</code> of the program.
        </p>
        <MeasuredFigures />
      </>
    ),
  },
  {
    anchor: 'privacy',
    title: 'Privacy policy',
    content: (
      <>
        <p>
          Videos, transcripts, findings and notes stay on the server of this installation. They leave it only if its
          operator has configured a speech service elsewhere. Nothing of them trains a model, and there is no tracking
          and no third-party script on any page.
        </p>
        <p>
          Stored are: your account, where you are signed in, what you upload and write, and a record of who did what and
          when. A deleted video leaves every list at once; its bytes are destroyed after 30 days.
        </p>
      </>
    ),
  },
  {
    anchor: 'terms',
    title: 'Terms of use',
    content: (
      <p>
        The program is free software under the Apache License 2.0 and comes without warranty. The terms under which you
        use this installation are those of the firm that runs it. You answer for holding every recording lawfully: each
        case asks why your team may hold it, and courts restrict recordings of jurors.
      </p>
    ),
  },
  {
    anchor: 'disclaimers',
    title: 'Disclaimers',
    content: (
      <ul className="grid list-disc gap-2 pl-6">
        <li>What the machine finds is a suggestion. It stays one until a person has checked and confirmed it.</li>
        <li>
          A transcript made by a machine is a draft, not the record of the court. Check every quote against the sound.
        </li>
        <li>Sentiment is a statement about wording, never about what a person feels.</li>
        <li>
          Nobody is profiled by race, gender, religion, origin or any other trait, and no strike is ever recommended.
        </li>
        <li>Nothing here is legal advice.</li>
      </ul>
    ),
  },
  {
    anchor: 'legal-inquiries',
    title: 'Legal inquiries',
    content: (
      <p>
        Requests about personal data, preservation orders and notices go to the firm that runs this installation: it
        alone holds the data. Ask one of its administrators.
      </p>
    ),
  },
]
