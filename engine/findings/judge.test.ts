import { expect, test } from 'vitest'
import { judgeUtterance } from './judge.ts'
import { labelUtterance } from './find.ts'
import { getSeverity } from './verdict.ts'
import { foldText } from './language/utterance.ts'
import { isPlainAdmission } from './readers/stories.ts'

const labelOf = (context: string, text: string, role = 'juror', concernBefore: boolean | null = null) => {
  const { label, sub } = labelUtterance({ text, role, context, contextRole: 'judge', concernBefore })
  return sub === null ? label : `${label}/${sub}`
}

test.each([
  ['What is the problem?', 'My shop pays nothing while I sit on a jury, and rent is due.', 'hardship/financial'],
  ['What is the problem?', 'Nobody else at the plant is licensed to run the boiler.', 'hardship/employment_duty'],
  ['What is the problem?', 'There’s no one to look after my twins after school.', 'hardship/caregiving'],
  ['What is the problem?', 'I have a knee operation on the ninth.', 'hardship/medical_self'],
  ['What is the problem?', 'My father is in intensive care.', 'hardship/medical_family'],
  ['What is the problem?', 'We have a prepaid cruise in July.', 'hardship/travel_prepaid'],
  ['What is the problem?', 'My brother’s wedding is that Saturday.', 'hardship/personal_event'],
  ['What is the problem?', 'I have final exams that week.', 'hardship/education'],
  ['What is the problem?', 'I don’t have a car and there is no bus where I live.', 'hardship/transport_commute'],
  ['What is the problem?', 'I don’t understand English very well.', 'hardship/language_comprehension'],
  ['What is the problem?', 'It’s Ramadan and I am fasting.', 'hardship/religious_observance'],
])('hardship: %s %s', (context, text, expected) => {
  expect(labelOf(context, text)).toBe(expected)
})

test.each([
  ['Can you be fair?', 'I could not be impartial here.', 'explicit_inability'],
  ['How do you feel?', 'I’d lean toward the tenant.', 'party_lean'],
  ['How do you feel?', 'If he was arrested he must have done something.', 'presumption_burden'],
  ['And if he stays silent?', 'If he doesn’t testify I would think he is hiding something.', 'right_to_silence'],
  ['How do you feel?', 'I would believe a police officer over other people.', 'law_enforcement_pro'],
  ['How do you feel?', 'I don’t trust the police at all.', 'law_enforcement_anti'],
  ['How do you feel?', 'The courts are corrupt.', 'institution_system'],
  ['Would it affect you?', 'The same thing happened to my sister and it would bring it all back.', 'experience_based'],
  ['Do you know him?', 'He’s my cousin and it would be hard to vote against him.', 'relationship'],
  ['Have you heard of it?', 'I saw it on the news and I think he is guilty.', 'pretrial_opinion'],
  ['How do you feel?', 'I would never believe a convicted felon.', 'witness_credibility'],
  ['Could you award it?', 'I would not give money for pain and suffering.', 'damages_attitude'],
  ['How do you feel?', 'There are too many frivolous lawsuits.', 'litigation_attitude'],
  ['How do you feel?', 'I have strong feelings about drunk driving.', 'subject_matter'],
  ['Why?', 'I can’t stand that president and anyone connected to him.', 'association_political'],
  ['Could you vote?', 'My faith does not allow me to sit in judgment.', 'religious_conscience'],
  ['Could you consider it?', 'I could never consider probation for that.', 'punishment_attitude'],
  ['Will you follow it?', 'If I disagree with the law I won’t follow it.', 'cannot_follow_law'],
  ['Would it matter?', 'As a claims adjuster I think they all exaggerate.', 'occupational'],
])('bias: %s %s', (context, text, sub) => {
  expect(labelOf(context, text)).toBe(`bias/${sub}`)
})

test.each([
  'Does your employer pay you for jury service?',
  'What do you do for a living?',
  'Do you have any children?',
])('an outright “I cannot be fair” is a bias even after “%s”', (context) => {
  for (const text of [
    'I cannot be fair to the defendant.',
    'I can’t be impartial here.',
    'Yes. I could not be fair to the plaintiff.',
  ])
    expect(labelOf(context, text)).toBe('bias/explicit_inability')
})

test.each(['', 'Can you be fair?', 'What do you do for a living?', 'Does your employer pay you for jury service?'])(
  'denying an inability after “%s” is no bias',
  (context) => {
    for (const text of [
      'I’m not saying I can’t be fair.',
      'I never said I couldn’t be fair.',
      'I don’t think I can’t be impartial.',
    ])
      expect(labelOf(context, text)).toBe('none')
    expect(labelOf(context, 'I don’t think I can be fair.')).toBe('bias/explicit_inability')
  },
)

test.each([
  ['Have you served before?', 'I was the foreperson on a robbery trial.', 'prior_jury'],
  ['Who else?', 'My house was burglarized two years ago.', 'crime_victim'],
  ['Who else?', 'My cousin is a deputy sheriff.', 'disclosure_relationship'],
  ['Anyone else?', 'I was sued over a car accident.', 'legal_history'],
  ['Anyone else?', 'I read about this case in the newspaper.', 'case_knowledge'],
  ['Does anyone have medical training?', 'I’m a registered nurse.', 'expertise'],
  ['Can you be fair to both sides?', 'I would listen to both sides and go by the evidence.', 'unequivocal_fairness'],
])('key statement: %s %s', (context, text, sub) => {
  expect(labelOf(context, text)).toBe(`key_statement/${sub}`)
})

test.each([
  ['Knowing that, could you set it aside?', 'Yes.', 'key_statement/rehabilitation'],
  ['Could you set it aside?', 'I would try.', 'key_statement/rehabilitation_equivocal'],
  ['Can you be fair to both sides?', 'Yes.', 'key_statement/unequivocal_fairness'],
  ['Can you be fair to both sides?', 'No.', 'bias/explicit_inability'],
  ['Would that prevent you from being fair?', 'Yes.', 'bias/explicit_inability'],
  ['Would you hold it against him if he does not testify?', 'Yes.', 'bias/right_to_silence'],
  ['Would you hold it against him if he does not testify?', 'I can’t say I wouldn’t.', 'bias/right_to_silence'],
  ['Could you be fair?', 'As long as nobody shows me photographs.', 'bias/explicit_inability'],
  ['So it would be a financial hardship?', 'Correct.', 'hardship/financial'],
  ['What is your number?', 'Yes.', 'none'],
])('a short answer takes its meaning from the question: %s %s', (context, text, expected) => {
  expect(labelOf(context, text)).toBe(expected)
})

test('a hedged leaning is a bias with a hedge', () => {
  expect(
    labelUtterance({
      text: 'I would probably lean toward the hospital.',
      role: 'juror',
      context: 'How do you feel?',
      contextRole: 'judge',
      concernBefore: null,
    }),
  ).toMatchObject({ label: 'bias', stance: 'equivocal' })
})

test('the same words mean nothing from anyone but a juror', () => {
  for (const role of [
    'judge',
    'clerk',
    'prosecutor',
    'defense_attorney',
    'plaintiff_attorney',
    'attorney',
    'witness',
    'interpreter',
    'note',
    'other',
  ]) {
    expect(labelOf('Go ahead.', 'I cannot be fair.', role)).toBe('none')
  }
})

test('explains a finding in one sentence that names the words', () => {
  const { why } = labelUtterance({
    text: 'Well, I don’t trust the police.',
    role: 'juror',
    context: 'How do you feel?',
    contextRole: 'judge',
    concernBefore: null,
  })
  expect(why).toBe('The juror distrusts police or government witnesses: “don’t trust the police.”')
})

test.each([
  ['Is there any reason why you could not be fair?', 'Yes.', 'bias/explicit_inability'],
  ['Is there any reason why you could not be fair?', 'No.', 'key_statement/unequivocal_fairness'],
  ['So you could not be fair to him?', 'No.', 'bias/explicit_inability'],
  ['Can you set that aside?', 'It would be very hard.', 'bias/explicit_inability'],
  ['Can you set that aside?', 'That wouldn’t be hard.', 'key_statement/rehabilitation'],
  ['Can you set that aside?', 'Yes, but it would be tough.', 'key_statement/rehabilitation_equivocal'],
  ['Would it be hard for you to be fair?', 'It would be, yes.', 'bias/explicit_inability'],
  ['Can you give both sides a fair trial?', 'One of them, sure.', 'bias/explicit_inability'],
  ['Would you treat them the same?', 'I’d try, but deep down I’m with the workers.', 'bias/party_lean'],
])('takes the meaning from the question: %s %s', (context, text, expected) => {
  expect(labelOf(context, text)).toBe(expected)
})

test.each([
  ['The law presumes him innocent. Is that a rule you can live with?', 'No.', 'bias/presumption_burden'],
  ['The law presumes him innocent. Is that a rule you can live with?', 'Yes.', 'key_statement/unequivocal_fairness'],
  ['He may decide not to testify. Any quarrel with that rule?', 'I disagree with it, yes.', 'bias/right_to_silence'],
  ['Is there anyone who can’t give him that presumption?', 'I can’t.', 'bias/presumption_burden'],
  ['You wrote that you distrust insurers. Is that still how you feel?', 'It is.', 'bias/party_lean'],
  ['You wrote that you distrust insurers. Is that still how you feel?', 'No, I wrote that in a mood.', 'none'],
  ['Do you think juries always give too much?', 'They do.', 'bias/damages_attitude'],
  ['Do you believe the bus gets you here by nine?', 'It does.', 'none'],
])('recognizes a rephrased rule of law or belief: %s %s', (context, text, expected) => {
  expect(labelOf(context, text)).toBe(expected)
})

const story =
  'We were in the same church group for fifteen years, we did the bake sales, there was a falling out over money, it was never made right, and I know that it is not the daughter’s doing'
test.each([
  [`${story}, but I hear that name and I just can’t believe a word of hers, and that’s how I am.`, 'bias'],
  [`${story}, and my mother used to say that every lawyer was a liar and that the courts were bought.`, 'not bias'],
  [`${story}, and it has nothing to do with how I look at anybody, I take people one at a time.`, 'not bias'],
])('one clause of a long story decides: %s', (text, expected) => {
  expect(labelOf('How do you know her?', text).startsWith('bias')).toBe(expected === 'bias')
})

test('a long commitment withdrawn in its second half leaves a hedged bias', () => {
  const [first] = judgeUtterance({
    text: 'I hope that I could do that, I will certainly try as best I can, and I understand why you are asking it of all of us here today, and I would do my best to follow it, but it still bothers me.',
    role: 'juror',
    context: 'Can you set that aside and be fair?',
    contextRole: 'judge',
    concernBefore: null,
  })
  expect(first).toMatchObject({ label: 'bias', stance: 'equivocal', rules: ['answer/takes-back'] })
})

test.each([
  ['Would it be hard to be fair?', 'No.', 'key_statement/unequivocal_fairness'],
  ['Would it be hard to be fair?', 'Yes.', 'bias/explicit_inability'],
  ['Would you find it difficult to follow the law?', 'No, not at all.', 'key_statement/unequivocal_fairness'],
  ['Would you struggle to be impartial?', 'Yes.', 'bias/explicit_inability'],
  ['Any doubt that you could be fair?', 'No.', 'key_statement/unequivocal_fairness'],
  ['It wouldn’t be hard to be fair, would it?', 'No.', 'key_statement/unequivocal_fairness'],
  ['I know it is hard, but could you be fair?', 'Yes.', 'key_statement/unequivocal_fairness'],
  ['If it is hard to decide, can you still follow the law?', 'No.', 'bias/cannot_follow_law'],
  ['Would it be hard for you to be fair for three weeks?', 'Yes.', 'bias/explicit_inability'],
  ['Are you unwilling to follow the law?', 'No.', 'key_statement/unequivocal_fairness'],
  ['Would you be reluctant to be fair to a company?', 'Yes.', 'bias/party_lean'],
  ['Do you have any problem following the law?', 'No problem.', 'key_statement/unequivocal_fairness'],
  ['Can you follow the law?', 'No problem.', 'key_statement/unequivocal_fairness'],
  ['You can’t be fair, can you?', 'Yes, I can.', 'key_statement/unequivocal_fairness'],
  ['So you could not be fair?', 'No, I could not.', 'bias/explicit_inability'],
  ['So you could not be fair?', 'Right.', 'bias/explicit_inability'],
])('reads questions about difficulty in reverse: %s %s', (context, text, expected) => {
  expect(labelOf(context, text, 'juror', false)).toBe(expected)
})

test.each([
  'Would it be hard for you to take three weeks off?',
  'Would it be difficult for you to be here for ten days?',
  'Is it going to be difficult for you to miss work?',
  'Would you have difficulty being here every morning at nine?',
])("a hardship that was asked for isn't a bias: %s", (context) => {
  expect(labelOf(context, 'Yes.')).toMatch(/^hardship/)
  expect(labelOf(context, 'No.')).toBe('none')
})

test.each([
  ['Can you be fair?', 'I don’t see why not.', 'key_statement/rehabilitation_equivocal'],
  ['Can you be fair?', 'No reason I couldn’t be.', 'key_statement/unequivocal_fairness'],
  ['Can you be fair?', 'I can’t think of any reason I couldn’t, your Honor.', 'key_statement/unequivocal_fairness'],
  ['Can you be fair?', 'Why not?', 'key_statement/unequivocal_fairness'],
  ['Can you be fair?', '100 percent.', 'key_statement/unequivocal_fairness'],
  ['Could you follow the law even if you disagree?', 'Even if I disagree, yes.', 'key_statement/unequivocal_fairness'],
  ['Would that affect your ability to be fair?', 'No, I can.', 'key_statement/unequivocal_fairness'],
  ['Would that be a hardship?', 'No, it’s fine.', 'none'],
  ['Would that be a hardship?', 'No, I can do that, sir.', 'none'],
  ['Can you be fair?', 'No, I can’t.', 'bias/explicit_inability'],
  ['Can you be fair?', 'I don’t see how I could.', 'bias/explicit_inability'],
])("an idiom isn't a refusal: %s %s", (context, text, expected) => {
  expect(labelOf(context, text, 'juror', false)).toBe(expected)
})

test.each([
  ['What do you like to read?', 'Sea stories.'],
  ['Did you say a piano tuner?', 'A piano tuner.'],
  ['In which town?', 'Lakemont or the next one over, I forget.'],
  ['He is presumed innocent.', 'Understood.'],
  ['What’s the problem?', 'I worked for a landlord once.'],
  ['What is that?', 'An organization that lends tools to neighbors.'],
])('finds nothing in routine answers: %s %s', (context, text) => {
  expect(labelOf(context, text)).toBe('none')
})

test.each([
  ['Would that prevent you from serving as a juror?', 'Yes, it would.'],
  ['And would that interfere with your ability to serve?', 'Yes, it would.'],
])("what prevents serving isn't a bias: %s %s", (context, text) => {
  expect(labelOf(context, text)).toMatch(/^hardship/)
})

test.each([
  ['So you would need breaks?', 'Yes.', 'hardship/medical_self'],
  ['Would you be paid?', 'No.', 'hardship/financial'],
  ['Are you saying that this would distract you?', 'I would be thinking of little else.', 'hardship/medical_self'],
  ['Could you find somebody for the mornings?', 'Yes.', 'none'],
  ['So they all like her?', 'Yes.', 'none'],
])('reads follow-ups about a named hardship: %s %s', (context, text, expected) => {
  const before = { concernBefore: false, hardshipBefore: 'medical_self' } as const
  const [first] = judgeUtterance({ text, role: 'juror', context, contextRole: 'judge', ...before })
  expect(first ? `${first.label}/${first.sub}` : 'none').toBe(expected)
})

const within = (context: string, text: string, hardshipBefore: 'medical_self' | 'employment_duty' | 'caregiving') => {
  const [first] = judgeUtterance({
    text,
    role: 'juror',
    context,
    contextRole: 'judge',
    concernBefore: false,
    hardshipBefore,
  })
  return first ? `${first.label}/${first.sub}` : 'none'
}

test.each([
  ['And how often do you have the treatments?', 'Mondays and Thursdays.', 'hardship/medical_self'],
  ['When is the operation?', 'The eleventh.', 'hardship/medical_self'],
  ['When were you diagnosed?', 'In 2019.', 'none'],
  ['What part of town is the clinic in?', 'Near the stadium.', 'none'],
  ['So the stairs make it worse.', 'Right.', 'hardship/medical_self'],
  ['You could stand up whenever you like.', 'All right.', 'none'],
  ['And you live with your sister?', 'Yes.', 'none'],
  ['So you can’t sit for long.', 'No.', 'hardship/medical_self'],
  ['It wouldn’t bother you after lunch?', 'No.', 'none'],
  ['I see.', 'I’d have to lie down every hour.', 'hardship/medical_self'],
  ['I see.', 'There’s one more thing I need to mention.', 'none'],
])('a detail of a hardship belongs to it: %s %s', (context, text, expected) => {
  expect(within(context, text, 'medical_self')).toBe(expected)
})

test.each([
  ['What would happen if you were hit by a bus?', 'The orders would go out late.', 'hardship/employment_duty'],
  ['What would happen if you were hit by a bus?', 'They’d find somebody.', 'none'],
  ['If they sent a substitute, you’d have no problem serving?', 'Right, I believe in it.', 'none'],
  ['How long have you worked there?', 'Nine years.', 'none'],
])('what happens without the juror is part of the hardship: %s %s', (context, text, expected) => {
  expect(within(context, text, 'employment_duty')).toBe(expected)
})

test.each([
  ['', 'I have two children.'],
  ['Tell us about yourself.', 'I have two children.'],
  ['Tell us about yourself.', 'I’m a single mother of three and I teach piano.'],
  ['Who lives with you?', 'My wife, our baby, and her mother.'],
  ['What do you do for a living?', 'I own a small flower shop.'],
  ['What do you like to do?', 'We fly to Portugal to see my cousins.'],
  ['What does your son do?', 'He’s in nursing school.'],
  ['Do you speak another language? Could you follow the interpreter?', 'I understand Polish, my language at home.'],
])("biography isn't a hardship: %s %s", (context, text) => {
  expect(labelOf(context, text)).not.toMatch(/^hardship/)
})

test.each([
  ['What is the problem?', 'I have two children.'],
  ['Tell us about yourself.', 'I have two children, and nobody can watch them while I’m here.'],
  ['What do you do for a living?', 'I wait tables, so I don’t get paid if I’m not there.'],
])('biography tied to serving is a hardship: %s %s', (context, text) => {
  expect(labelOf(context, text)).toMatch(/^hardship/)
})

test.each([
  ['Could you treat the union and the company alike?', 'I’d try, but I’d be kidding myself.', 'bias'],
  ['Would you be even-handed with the landlord?', 'I’d like to be, though I’m just not sure I would be.', 'bias'],
  ['Could you set that aside?', 'I’d do my best, but I’d still be thinking about it.', 'bias'],
  ['Could you set that aside?', 'I’d do my best.', 'key_statement'],
  ['Could you set that aside?', 'It isn’t pleasant, but I can be fair.', 'not bias'],
  ['Could you be fair to both sides?', 'I have no dog in this race, so sure.', 'not bias'],
  ['Would your knee bother you?', 'As long as I can stretch it, I’m good.', 'not bias'],
])('goodwill that is taken back is a bias: %s %s', (context, text, expected) => {
  const found = labelOf(context, text).split('/')[0]
  expect(expected === 'not bias' ? found !== 'bias' : found === expected).toBe(true)
})

test('a word of the law in talk about a hardship asserts no bias', () => {
  const [first] = judgeUtterance({
    text: 'She’s only twelve, and I don’t want that burden on her.',
    role: 'juror',
    context: 'Could your daughter help with him?',
    contextRole: 'judge',
    concernBefore: false,
    hardshipBefore: 'caregiving',
  })
  expect(first?.label).not.toBe('bias')
})

const judgeOne = (context: string, text: string) =>
  judgeUtterance({ text, role: 'juror', context, contextRole: 'judge', concernBefore: null })

test.each([
  ['What would you need to hear before you could convict?', 'Proof. I couldn’t convict a man on a hunch.'],
  ['Would that make it awkward to find against him?', 'No, I’d go by what I heard in here and not by my knee.'],
  ['How does the charge strike you?', 'It’d be tough to look at, but it doesn’t tell you who did it.'],
  ['Did anything about that leave a bad taste?', 'It was frustrating, but no.'],
  ['Could you be fair to both of them?', 'I don’t want to be here, but yeah, I’ll be fair to them.'],
  ['Do you have any view on what happened?', 'I don’t, no. I’d be starting from zero.'],
  ['Could you follow that law?', 'I don’t love it. If they prove it, I’ll convict.'],
  ['What did you think of the experience?', 'It was good. They’d just brought the sandwiches when we finished.'],
  ['Did you make a claim over it?', 'No, I hit a deer. I wasn’t going to sue the deer.'],
  ['Is one witness enough, if you believe her?', 'If I believed her, yes.'],
  ['Would you hold it against someone who made a claim?', 'Not if they were really hurt.'],
  ['Would you ignore my instructions?', 'No.'],
  ['Would you vote guilty just to go home?', 'No, ma’am.'],
  ['Would you be partial to the officers?', 'No. They’d have to earn it like anybody.'],
  ['Was he treated fairly?', 'I thought so. He did it.'],
  ['You look unhappy, sir.', 'I hate these chairs, is all.'],
  ['Do you think juries give too much money?', 'I couldn’t say. I only hear about the big ones.'],
  ['Are you related to any officers?', 'I have four brothers, and they all sell shoes.'],
])('what a fair juror would say isn’t a bias: %s %s', (context, text) => {
  expect(judgeOne(context, text).filter(({ label }) => label === 'bias')).toEqual([])
})

test.each([
  ['Could you follow that?', 'Honestly? No. One drink and he’s guilty as far as I’m concerned.'],
  ['Could you put that to the side?', 'I don’t think I could. I’d be seeing whoever sold it to my brother.'],
  ['Anything else?', 'I can’t give that man a fair shake, and I won’t pretend to.'],
  ['How do you feel about the charge?', 'My mind is made up. He did it.'],
])('a plain admission is critical: %s %s', (context, text) => {
  expect(getSeverity(judgeOne(context, text)[0]!)).toBe('critical')
})

test.each([
  ['How do you feel?', 'He’s got some explaining to do.'],
  ['Could you set that friendship aside?', 'I don’t know that I could promise that. I’d do the best I can, I guess.'],
  ['Would you want more than that?', 'If I can’t be fair, I’d tell you.'],
])('words that only suggest a bias are never critical: %s %s', (context, text) => {
  for (const verdict of judgeOne(context, text)) expect(getSeverity(verdict)).not.toBe('critical')
})

test.each([
  'I’m not biased against him.',
  'I would not hold it against him.',
  'I haven’t made up my mind.',
  'It doesn’t mean he’s guilty.',
  'You’d have to prove it to me.',
  'I’m not on his side.',
  'There’s no doubt I can be fair.',
  'If I can’t be fair, I’ll say so.',
])('no plain admission: %s', (text) => {
  expect(isPlainAdmission(foldText(text))).toBe(false)
})

test.each([
  'I’d be biased against him.',
  'I would hold it against him.',
  'My mind is made up.',
  'He’d have to show me he wasn’t there.',
  'I’m already not on their side.',
])('a plain admission: %s', (text) => {
  expect(isPlainAdmission(foldText(text))).toBe(true)
})
