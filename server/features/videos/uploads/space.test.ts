import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { testApp } from '#test/app.ts'

test('rejects uploads that would fill the disk past its limit', async () => {
  const at = await testApp({ MIN_FREE_GB: '1000000' })
  try {
    const person = await at.person()
    const response = await at.app.inject({
      method: 'POST',
      url: '/api/uploads',
      headers: {
        cookie: person.cookie,
        'tus-resumable': '1.0.0',
        'upload-length': '1000',
        'upload-metadata': `filename ${Buffer.from('a.mp4').toString('base64')}`,
      },
    })
    expect([response.statusCode, response.body]).toEqual([507, expect.stringContaining('GB free')])
    expect((await person.call('GET', '/api/upload-limits')).json()).toMatchObject({ freeBytes: 0 })
    expect((await person.call('GET', '/api/videos')).json()).toEqual([])
  } finally {
    await at.close()
  }
})

test('reports free space in whole bytes for any MIN_FREE_GB', async () => {
  const at = await testApp({ MIN_FREE_GB: '0.1' })
  try {
    const limits = await (await at.person()).call('GET', '/api/upload-limits')
    expect(limits.statusCode).toBe(200)
    expect(limits.json<{ freeBytes: number }>().freeBytes).toBeGreaterThan(0)
  } finally {
    await at.close()
  }
})

test('a slow upload stops within seconds once the disk is low, and keeps its bytes', async () => {
  const at = await testApp()
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    const { cookie } = await at.person()
    const tus = { cookie, 'tus-resumable': '1.0.0' }
    const started = await at.app.inject({
      ...{ method: 'POST', url: '/api/uploads' },
      headers: {
        ...tus,
        'upload-length': '2',
        'upload-metadata': `filename ${Buffer.from('a.mp4').toString('base64')}`,
      },
    })
    const path = join(at.parts.config.DATA_DIR, 'uploads', String(started.headers['x-video-id']))
    const receivedBytes = async () => (await stat(path)).size
    const payload = Readable.from(
      (async function* () {
        yield 'a'
        await expect.poll(receivedBytes).toBe(1)
        at.parts.config.MIN_FREE_GB = 1_000_000
        vi.setSystemTime(Date.now() + 11_000)
        yield 'b'
      })(),
    )
    const response = await at.app.inject({
      ...{ method: 'PATCH', url: String(started.headers.location), payload },
      headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    })
    expect([response.statusCode, response.body]).toEqual([507, expect.stringContaining('GB that must stay free')])
    expect(await receivedBytes()).toBe(2)
  } finally {
    vi.useRealTimers()
    await at.close()
  }
})
