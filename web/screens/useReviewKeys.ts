import { useNavigate } from '@tanstack/react-router'
import type { Player } from '#web/features/player/player.ts'
import { useShortcuts } from '#web/platform/shortcuts.ts'

/** As far as editors of film are used to. */
const skipSeconds = 10
const fastest = 2

type ReviewKeys = { player: Player; onStep: (by: 1 | -1) => void; sessionId: string }

/** The keys that move: those of a cutting table, and those of the list. */
export function useReviewKeys({ player, onStep, sessionId }: ReviewKeys): void {
  const navigate = useNavigate()
  function playFaster() {
    const video = player.element()
    if (!video) return
    if (video.paused) {
      video.playbackRate = 1
      player.toggle()
    } else video.playbackRate = Math.min(fastest, video.playbackRate + 0.5)
  }
  useShortcuts('page', [
    { keys: 'j', label: 'Back 10 seconds', run: () => player.skip(-skipSeconds) },
    { keys: 'k', label: 'Pause', run: () => player.element()?.pause() },
    { keys: 'l', label: 'Play; again: faster', run: playFaster },
    { keys: 'ArrowDown', label: 'Next highlight', run: () => onStep(1) },
    { keys: 'ArrowUp', label: 'Previous highlight', run: () => onStep(-1) },
    {
      keys: 'h',
      label: 'Highlights of the session',
      run: () => void navigate({ to: '/sessions/$sessionId/highlights', params: { sessionId } }),
    },
  ])
}
