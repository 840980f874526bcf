/**
 * Letters to sounds for words that no dictionary has: names, places, products. English spelling by rule, in the phones of
 * the CMU dictionary. Forced alignment forgives a wrong vowel; it does not forgive a missing word.
 */

/** Spelling at the place → phones; the longest that fits wins. `^` is the beginning of a word, `$` its end, `V` what follows is a vowel letter e, i or y. */
const rules: Record<string, string> = {
  // endings
  'tion$': 'SH AH N', 'tions$': 'SH AH N Z', 'sion$': 'ZH AH N', 'ssion$': 'SH AH N', 'cian$': 'SH AH N', 'cious$': 'SH AH S', 'tious$': 'SH AH S',
  'ture$': 'CH ER', 'sure$': 'ZH ER', 'ous$': 'AH S', 'able$': 'AH B AH L', 'ible$': 'AH B AH L', 'ing$': 'IH NG', 'ings$': 'IH NG Z', 'ed$': 'D', 'ted$': 'T IH D', 'ded$': 'D IH D',
  'es$': 'Z', 'ses$': 'S IH Z', 'zes$': 'Z IH Z', 'ches$': 'CH IH Z', 'shes$': 'SH IH Z', 'le$': 'AH L', 'les$': 'AH L Z', 'er$': 'ER', 'ers$': 'ER Z', 'or$': 'ER', 'ors$': 'ER Z', 'ar$': 'ER',
  'y$': 'IY', 'ey$': 'IY', 'ie$': 'IY', 'ies$': 'IY Z', 'e$': '', 'ue$': 'UW', 'ee$': 'IY', 'ia$': 'IY AH', 'a$': 'AH', 'o$': 'OW', 'i$': 'IY', 'u$': 'UW', 'ski$': 'S K IY', 'sky$': 'S K IY',
  'man$': 'M AH N', 'son$': 'S AH N', 'ton$': 'T AH N', 'ville$': 'V IH L', 'berg$': 'B ER G', 'burg$': 'B ER G', 'stein$': 'S T IY N', 'heim$': 'HH AY M', 'wicz$': 'V IH CH', 'ez$': 'EH Z', 'ette$': 'EH T', 'elle$': 'EH L',
  'age$': 'IH JH', 'ate$': 'EY T', 'ite$': 'AY T', 'ine$': 'AY N', 'ane$': 'EY N', 'one$': 'OW N', 'ake$': 'EY K', 'ike$': 'AY K', 'oke$': 'OW K', 'ame$': 'EY M', 'ime$': 'AY M', 'ome$': 'OW M', 'ade$': 'EY D', 'ide$': 'AY D', 'ode$': 'OW D', 'ale$': 'EY L', 'ile$': 'AY L', 'ole$': 'OW L', 'ase$': 'EY S', 'ise$': 'AY Z', 'ose$': 'OW Z', 'ace$': 'EY S', 'ice$': 'AY S', 'ave$': 'EY V', 'ive$': 'IH V', 'ove$': 'OW V', 'ute$': 'UW T', 'ude$': 'UW D', 'une$': 'UW N', 'ope$': 'OW P', 'ape$': 'EY P', 'ipe$': 'AY P', 'are$': 'EH R', 'ere$': 'IH R', 'ire$': 'AY ER', 'ore$': 'AO R', 'ure$': 'Y UH R', 'oe$': 'OW', 'ye$': 'AY',
  'ism$': 'IH Z AH M', 'gue$': 'G', 'que$': 'K', 'ght$': 'T', 'mb$': 'M', 'gn$': 'N', 's$': 'Z', 'ss$': 'S', 'ts$': 'T S', 'ks$': 'K S', 'ps$': 'P S', 'fs$': 'F S', 'cs$': 'K S', 'us$': 'AH S', 'is$': 'IH S', 'as$': 'AH S', 'os$': 'OW S',
  // beginnings
  '^kn': 'N', '^gn': 'N', '^wr': 'R', '^ps': 'S', '^pn': 'N', '^x': 'Z', '^mc': 'M AH K', '^mac': 'M AH K', '^ng': 'N', '^tch': 'CH', '^ts': 'S', '^zh': 'JH', '^y': 'Y', '^re': 'R IY', '^un': 'AH N', '^xi': 'SH IY', '^qi': 'CH IY', '^hu': 'HH Y UW', '^u': 'AH', '^uni': 'Y UW N IH',
  // vowels
  a: 'AE', e: 'EH', i: 'IH', o: 'AA', u: 'AH', y: 'IH',
  ai: 'EY', ay: 'EY', au: 'AO', aw: 'AO', aa: 'AA', ae: 'EY', al: 'AE L', ar: 'AA R', all: 'AO L', alk: 'AO K', air: 'EH R', arr: 'EH R', ah: 'AA',
  ea: 'IY', ee: 'IY', ei: 'EY', ey: 'EY', eu: 'UW', ew: 'UW', er: 'ER', ear: 'IH R', eer: 'IH R', eigh: 'EY', eau: 'OW', eo: 'IY OW', err: 'EH R',
  ia: 'IY AH', ie: 'IY', io: 'IY OW', ir: 'ER', igh: 'AY', ind: 'AY N D', iu: 'IY UW', irr: 'IH R',
  oa: 'OW', oe: 'OW', oi: 'OY', oy: 'OY', oo: 'UW', ou: 'AW', ow: 'OW', or: 'AO R', ook: 'UH K', our: 'AO R', ough: 'AO', ol: 'OW L', old: 'OW L D', orr: 'AO R', oh: 'OW', oll: 'AA L',
  ua: 'W AA', ue: 'UW', ui: 'UW', uo: 'W OW', ur: 'ER', uy: 'AY', urr: 'ER', oor: 'AO R', yr: 'ER',
  // consonants
  b: 'B', bb: 'B', c: 'K', cV: 'S', cc: 'K', ccV: 'K S', ch: 'CH', chr: 'K R', ck: 'K', cz: 'CH', d: 'D', dd: 'D', dg: 'JH', dge: 'JH', f: 'F', ff: 'F',
  g: 'G', gV: 'JH', gg: 'G', gh: 'G', h: 'HH', j: 'JH', k: 'K', kh: 'K', kk: 'K', l: 'L', ll: 'L', m: 'M', mm: 'M', n: 'N', nn: 'N', ng: 'NG', ngV: 'N JH', nk: 'NG K', nx: 'NG K S',
  p: 'P', pp: 'P', ph: 'F', q: 'K', qu: 'K W', r: 'R', rr: 'R', rh: 'R', s: 'S', ss: 'S', sh: 'SH', sch: 'SH', sc: 'S K', scV: 'S', sz: 'SH', t: 'T', tt: 'T', th: 'TH', tch: 'CH', ti: 'T IY', tz: 'T S',
  v: 'V', vv: 'V', w: 'W', wh: 'W', x: 'K S', z: 'Z', zz: 'Z', zh: 'ZH',
} // prettier-ignore

const longest = Math.max(...Object.keys(rules).map((spelling) => spelling.length))
const soft = new Set(['e', 'i', 'y'])

/** Phones of a word in small letters without other marks, separated by spaces; empty where no letter is known. */
export function soundOut(word: string): string {
  const letters = word.normalize('NFD').replace(/[^a-z]/g, '')
  const phones: string[] = []
  for (let at = 0; at < letters.length;) {
    let taken = 0
    for (let length = Math.min(longest, letters.length - at); length > 0 && taken === 0; length -= 1) {
      const part = letters.slice(at, at + length)
      const found =
        (at === 0 ? rules[`^${part}`] : undefined) ??
        (at > 0 && at + length === letters.length ? rules[`${part}$`] : undefined) ??
        (soft.has(letters[at + length] ?? '') ? rules[`${part}V`] : undefined) ??
        rules[part]
      if (found === undefined) continue
      // A word made of an ending alone ("Ng", "Le") still needs a sound.
      if (found !== '') phones.push(found)
      taken = length
    }
    at += Math.max(1, taken)
  }
  return phones.join(' ')
}
