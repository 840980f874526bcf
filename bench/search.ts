/**
 * Measures search time on a large number of transcript segments. Run: npm run bench -- search [--segments 1000000]
 * [--database server|embedded] [--rounds 5]
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Actor } from '#server/platform/actor.ts'
import type { Database } from '#server/platform/db.ts'
import { openEmbedded } from '#server/platform/database/embedded/embedded.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { openServer } from '#server/platform/database/server.ts'
import { newId } from '#server/platform/ids.ts'
import { searchAll } from '#server/features/search/search.service.ts'
import { startPostgres } from '#test/postgres.ts'
import { seeded, speech, tailWord } from './search.text.ts'

const { values } = parseArgs({
  options: {
    segments: { type: 'string', default: '20000' },
    database: { type: 'string', default: 'embedded' },
    rounds: { type: 'string', default: '5' },
  },
})
const segments = Number(values.segments)
const rounds = Number(values.rounds)
const onServer = values.database === 'server'

const cases = 300
const videosPerCase = 2
const allowedCases = [5, 250]
const targetP95Ms = onServer ? 50 : 150
const batchRows = 1000

/** For single words, frequency differs by a factor of about 100 from one class to the next. */
const classes: Record<string, string[]> = {
  rare: [40_000, 45_000, 50_000, 55_000, 59_000].map((rank) => `${tailWord(rank)} `),
  middle: [60, 90, 150, 250, 400].map((rank) => `${tailWord(rank)} `),
  common: ['fair ', 'jury ', 'think ', 'law ', 'about '],
  'two words': ['police officer ', `strong ${tailWord(3)} `, 'hardship rest ', `verdict ${tailWord(40)} `, 'lose job '],
  phrase: [
    '"could be fair"',
    '"a strong opinion"',
    '"out of my mind"',
    '"the law as the judge"',
    `"with the ${tailWord(30)}"`,
  ],
  prefix: ['hard', 'off', 'fai', tailWord(500).slice(0, 4), 'verd'],
  'first letters': ['th', 'fa', 'ju', 'ev', 'st'],
  filter: ['juror:12', 'type:bias', 'fair juror:7', 'type:hardship rest', 'juror:31 police'],
}

const folder = await mkdtemp(join(tmpdir(), 'venire-bench-'))
const postgres = onServer ? await startPostgres() : null
const database: Database = postgres
  ? await openServer(postgres.url)
  : await openEmbedded(join(folder, 'pg'), { durable: false })
try {
  await migrate(database, { DATA_DIR: folder, DATABASE_URL: undefined, MIN_FREE_GB: 0, MIGRATE_WITHOUT_BACKUP: true })
  const actors = await database.patiently(load)
  let slowest = 0
  console.log(`${segments} segments in ${cases} cases, ${values.database}; target p95 ${targetP95Ms} ms`)
  for (const { actor, allowed } of actors) {
    for (const [name, queries] of Object.entries(classes)) {
      const { p50, p95, found } = await measure(actor, queries)
      slowest = Math.max(slowest, p95)
      console.log(
        `${String(allowed).padStart(4)} cases  ${name.padEnd(14)} p50 ${p50.toFixed(1).padStart(7)} ms  p95 ${p95.toFixed(1).padStart(7)} ms  found ${found}`,
      )
    }
  }
  process.exitCode = slowest <= targetP95Ms ? 0 : 1
} finally {
  await database.close()
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
}

async function measure(actor: Actor, queries: string[]): Promise<{ p50: number; p95: number; found: number }> {
  const times: number[] = []
  let found = 0
  for (let round = 0; round <= rounds; round++) {
    for (const query of queries) {
      const startedAt = performance.now()
      const results = await searchAll(database.db, actor, query.endsWith(' ') ? `${query}""` : query)
      if (round > 0) times.push(performance.now() - startedAt)
      else found += results.length
    }
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return { p50: at(0.5), p95: at(0.95), found }
}

async function load(): Promise<{ actor: Actor; allowed: number }[]> {
  const { pool } = database
  const startedAt = performance.now()
  const random = seeded(7)
  const firmId = newId()
  const actors = allowedCases.map((allowed) => ({
    allowed,
    actor: {
      userId: newId(),
      firmId,
      role: 'member',
      profession: 'attorney',
      isOperator: false,
      signInId: newId(),
    } as Actor,
  }))
  await pool.query(`insert into firms (id, name) values ($1, 'Bench')`, [firmId])
  for (const { actor } of actors) {
    await pool.query(`insert into users (id, email, name) values ($1, $2, 'Trial Attorney')`, [
      actor.userId,
      `${actor.userId}@firm.example`,
    ])
    await pool.query(`insert into members (firm_id, user_id, role, profession) values ($1, $2, 'member', 'attorney')`, [
      firmId,
      actor.userId,
    ])
  }
  await pool.query('drop index transcript_turns_search')
  const perVideo = Math.ceil(segments / (cases * videosPerCase))
  for (let each = 0; each < cases; each++) {
    const caseId = newId()
    const creator = actors[0]!.actor.userId
    await pool.query(
      `insert into cases (id, firm_id, title, case_number, created_by, status) values ($1, $2, $3, $3, $4, 'active')`,
      [caseId, firmId, `State v. ${tailWord(each)}`, creator],
    )
    for (const { actor, allowed } of actors) {
      const isMember = Math.floor((each * allowed) / cases) !== Math.floor(((each - 1) * allowed) / cases)
      if (isMember)
        await pool.query(`insert into case_members (case_id, user_id, role) values ($1, $2, 'lead')`, [
          caseId,
          actor.userId,
        ])
    }
    for (let video = 0; video < videosPerCase; video++) {
      const videoId = await loadVideo(firmId, caseId, creator, perVideo, random)
      if (video === 0) await loadSession(firmId, caseId, creator, videoId)
    }
  }
  await pool.query(
    'create index transcript_turns_search on transcript_turns using gin (search) with (fastupdate = off)',
  )
  await pool.query('vacuum analyze')
  console.log(`loaded in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
  return actors
}

async function loadVideo(
  firmId: string,
  caseId: string,
  userId: string,
  turns: number,
  random: () => number,
): Promise<string> {
  const { pool } = database
  const videoId = newId()
  await pool.query(
    `insert into videos (id, firm_id, case_id, uploaded_by, filename, size_bytes, resumable, received_at, sha256)
     values ($1, $2, $3, $4, 'day-1.mp4', 1, false, now(), repeat('0', 64))`,
    [videoId, firmId, caseId, userId],
  )
  for (let from = 0; from < turns; from += batchRows) {
    const rows = Array.from({ length: Math.min(batchRows, turns - from) }, () => speech(random))
    await pool.query(
      `insert into transcript_turns (video_id, index, speaker, role, juror_number, text, words, start_ms, end_ms)
       select $1, $2 + ordinal - 1, speaker, case when juror is null then 'judge' else 'juror' end, juror, text,
         words::jsonb, ($2 + ordinal) * 5000, ($2 + ordinal) * 5000 + 4000
       from unnest($3::text[], $4::text[], $5::text[], $6::text[]) with ordinality as row (speaker, juror, text, words, ordinal)`,
      [
        videoId,
        from,
        rows.map((row) => row.speaker),
        rows.map((row) => row.juror),
        rows.map((row) => row.text),
        rows.map((row) => JSON.stringify(row.words)),
      ],
    )
  }
  // Real court days have about one finding per 30 turns. Only the first video in each session has highlights.
  const bodies = Array.from({ length: Math.ceil(turns / 30) }, () => {
    const { text, juror } = speech(random)
    return JSON.stringify({
      quote: text,
      question: '',
      why: 'The juror says so.',
      sub: 'financial',
      jurorNumber: juror,
      startMs: 1000,
      type: 'hardship',
    })
  })
  await pool.query(
    `insert into findings (id, video_id, position, type, severity, start_ms, body)
     select gen_random_uuid(), $1, ordinal, (array['hardship', 'bias_indicator', 'long_pause', 'key_statement'])[1 + ordinal % 4],
       'low', 1000, body::jsonb from unnest($2::text[]) with ordinality as row (body, ordinal)`,
    [videoId, bodies],
  )
  return videoId
}

async function loadSession(firmId: string, caseId: string, userId: string, videoId: string): Promise<void> {
  const { pool } = database
  const sessionId = newId()
  await pool.query(
    `insert into sessions (id, firm_id, case_id, name, type, seating_layout, checklist, created_by, updated_by)
     values ($1, $2, $3, 'Voir dire day 1', 'jury_voir_dire', '{}', '{}', $4, $4)`,
    [sessionId, firmId, caseId, userId],
  )
  await pool.query('insert into session_videos (video_id, session_id, position) values ($1, $2, 0)', [
    videoId,
    sessionId,
  ])
  await pool.query('insert into highlight_sources (session_id, video_id, run_id) values ($1, $2, gen_random_uuid())', [
    sessionId,
    videoId,
  ])
  await pool.query(
    `insert into highlights (id, firm_id, session_id, video_id, finding_key, type, sub, start_ms, end_ms, quote, speaker,
       juror_number, facts, severity, confidence, source, status)
     select gen_random_uuid(), $1, $2, video_id, position::text, type, body ->> 'sub', start_ms, start_ms + 1000,
       body ->> 'quote', 'JUROR ' || juror_number, juror_number, jsonb_build_object('why', body ->> 'why'), severity, 0.8,
       'ai', 'suggested'
     from findings where video_id = $3`,
    [firmId, sessionId, videoId],
  )
}
