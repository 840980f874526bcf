/** Where the shell leads: the same destinations for the sidebar, the mobile menu and the bottom bar. */
import type { LinkOptions } from '@tanstack/react-router'
import { Briefcase, CheckCheck, Gauge, House, Library, type LucideIcon, Upload, User, Users, Video } from 'lucide-react'

/** `document` leaves the application for a page of its own. */
export type Destination = { label: string; icon: LucideIcon } & (
  | { to: NonNullable<LinkOptions['to']> }
  | { document: string }
)
export type DestinationGroup = { title: string; items: readonly Destination[] }

const home: Destination = { label: 'Home', icon: House, document: '/' }

export const sidebarTop: readonly Destination[] = [home, { label: 'Overview', icon: Gauge, to: '/dashboard' }]
export const sidebarGroups: readonly DestinationGroup[] = [
  {
    title: 'Video',
    items: [
      { label: 'Upload', icon: Upload, to: '/video-processing' },
      { label: 'Library', icon: Library, to: '/videos' },
    ],
  },
  {
    title: 'Firm',
    items: [
      { label: 'Cases', icon: Briefcase, to: '/cases' },
      { label: 'Approvals', icon: CheckCheck, to: '/approvals' },
      { label: 'Team', icon: Users, to: '/team' },
    ],
  },
]

export const bottomBar: readonly Destination[] = [
  home,
  { label: 'Cases', icon: Briefcase, to: '/cases' },
  { label: 'Video', icon: Video, to: '/video-processing' },
  { label: 'Profile', icon: User, to: '/profile' },
]

export const mobileGroups: readonly DestinationGroup[] = [
  { title: 'Quick Actions', items: [home, { label: 'Dashboard', icon: Gauge, to: '/dashboard' }] },
  {
    title: 'Video Workflow',
    items: [
      { label: 'Upload Videos', icon: Upload, to: '/video-processing' },
      { label: 'Video History', icon: Library, to: '/videos' },
    ],
  },
  {
    title: 'Case Management',
    items: [
      { label: 'Cases', icon: Briefcase, to: '/cases' },
      { label: 'Team', icon: Users, to: '/team' },
    ],
  },
]

export const versionLabel = 'v2.1'
