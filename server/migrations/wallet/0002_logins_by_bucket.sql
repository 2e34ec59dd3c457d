-- Logins that are under way end.
DELETE FROM "challenges";--> statement-breakpoint
ALTER TABLE "challenges" ADD COLUMN "bucket_mac" text NOT NULL;
