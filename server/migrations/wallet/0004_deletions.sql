CREATE TABLE "deletions" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"delete_at" bigint NOT NULL,
	"project_id" text NOT NULL,
	"host" text NOT NULL,
	"browser" text NOT NULL,
	"locale" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "deletions" ADD CONSTRAINT "deletions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deletions_delete_at_index" ON "deletions" USING btree ("delete_at");