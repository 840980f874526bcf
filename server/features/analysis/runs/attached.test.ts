import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { buildVideo } from '#server/features/videos/videos.factory.ts'
import { testApp } from '#test/app.ts'

test('attaching a transcript records its SHA-256', async () => {
  const at = await testApp()
  try {
    const person = await at.person()
    const { id } = await buildVideo(at.parts, person.actor)
    const text = 'THE COURT: Good morning.\nJUROR 12: Good morning.\n'
    const attached = await person.call('PUT', `/api/videos/${id}/transcript`, { name: 'day-1.txt', text })
    expect(attached.statusCode).toBe(200)
    const { rows } = await at.parts.database.pool.query<{ details: string }>(
      `select details from audit_events where action = 'video.transcript_attached' and entity_id = $1`,
      [id],
    )
    const sha256 = createHash('sha256').update(text).digest('hex')
    expect(rows.map(({ details }) => JSON.parse(details) as unknown)).toEqual([
      { name: 'day-1.txt', sizeBytes: text.length, sha256 },
    ])
  } finally {
    await at.close()
  }
})
