import { expect, test } from 'vitest'
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
